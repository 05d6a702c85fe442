package kafkatest

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

const (
	libsVariable = "KAFKA_LIBS"
	kafkaVersion = "4.4.0"
	kafkaJar     = "kafka_2.13-" + kafkaVersion + ".jar"
)

//go:embed pom.xml
var pom []byte

// jars is the folder with the broker's jars, filled by Maven where it is missing:
// KAFKA_LIBS or a folder of the user's cache.
func jars() (string, error) {
	dir := os.Getenv(libsVariable)
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no folder for Kafka's jars: %w; set %s", err, libsVariable)
		}
		dir = filepath.Join(cache, "terraform-provider-capture", "kafka-"+kafkaVersion)
	}
	_, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = fetchJars(dir)
	}
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, kafkaJar)); err != nil {
		return "", fmt.Errorf("no Kafka in %s: %w", dir, err)
	}
	return dir, nil
}

// fetchJars makes dir appear whole: processes that fetch at the same time each
// fill a folder of their own, and the first to finish wins.
func fetchJars(dir string) error {
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return fmt.Errorf("fetching Kafka's jars needs Maven: %w; or set %s to a folder that has them", err, libsVariable)
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(parent, ".kafka-"+kafkaVersion+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	project, libs := filepath.Join(work, "pom.xml"), filepath.Join(work, "libs")
	if err := os.WriteFile(project, pom, 0o644); err != nil {
		return err
	}
	output, err := exec.Command(maven, "-q", "-B", "-f", project,
		"dependency:copy-dependencies", "-DoutputDirectory="+libs).CombinedOutput()
	if err != nil {
		return fmt.Errorf("fetch Kafka's jars: %w\n%s", err, output)
	}
	if err := os.Rename(libs, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

#!/bin/sh
# Backs up a service with the embedded database and the disk, while it runs:
#   backup-embedded.sh DATA_DIR TARGET PID
# TARGET is a new or an earlier backup folder; PID is the process of the service (systemctl show -p MainPID).
# The service pauses for as long as the database and the last new pictures take to copy.
set -eu
data=$1 target=$2 pid=$3

mkdir -p "$target/storage"
chmod 700 "$target"
# Most pictures, while the service runs. 24: some were removed meanwhile.
rsync -a --exclude=/incoming "$data/storage/" "$target/storage/" || [ $? -eq 24 ]

kill -STOP "$pid"
trap 'kill -CONT "$pid"' EXIT
rsync -a --delete "$data/database/" "$target/database/"
rsync -a --delete --exclude=/incoming "$data/storage/" "$target/storage/"
if [ -e "$data/master.key" ]; then cp -p "$data/master.key" "$target/"; fi

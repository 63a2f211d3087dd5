#!/bin/sh
# Becomes the first process of a machine: GROUP BASE CHANGES WORK ROOT ADDRESS
set -e
if [ "$1" != inside ]; then
  echo $$ > "$1/cgroup.procs"
  shift
  exec unshare --mount --pid --net --uts --ipc --cgroup --fork --kill-child sh "$0" inside "$@"
fi
shift
mount --make-rprivate /
# Nobody needs its files after a power cut: without "volatile" every package waits for the disk.
mount -t overlay overlay -o "volatile,lowerdir=$1,upperdir=$2,workdir=$3" "$4"
ip link set lo up
ip address add "$5/32" dev lo
cd "$4"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
hostname stanchion
pivot_root . mnt
umount -l /mnt
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd

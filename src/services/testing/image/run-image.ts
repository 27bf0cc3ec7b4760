import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Image } from './container-image.ts';

/** Mounts what base images contain, and makes everything but the volume read-only. */
const MOUNT = `set -e
mount --rbind "$IMAGE" "$IMAGE"
for path in /usr /dev /proc; do mount --rbind $path "$IMAGE$path"; done
mount --bind "$NODE" "$IMAGE/bin/node"
mount --bind "$DATA" "$IMAGE$VOLUME"
awk -v image="$IMAGE" 'index($5, image) == 1 { print $5 }' /proc/self/mountinfo | while read -r path; do
  [ "$path" = "$IMAGE$VOLUME" ] || mount -o remount,bind,ro "$path" 2>/dev/null || true
done
if touch "$IMAGE/written" 2>/dev/null; then exit 1; fi
program=$(command -v unshare)
PATH=/bin exec "$program" --root="$IMAGE" --wd="$DIRECTORY" --setgid "$GROUP" --setuid "$USER" "$@"`;

/** Adds the places where base images have what is mounted. */
function prepare({ folder, settings }: Image): void {
  if (existsSync(join(folder, 'bin'))) return;
  for (const path of ['usr', 'dev', 'proc', 'bin', settings.get('VOLUME') ?? '']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const path of ['lib', 'lib64']) symlinkSync(`usr/${path}`, join(folder, path));
  writeFileSync(join(folder, 'bin/node'), '');
  chmodSync(folder, 0o755);
}

/** Whether this process may mount, as in a container's runtime. */
export const canRunImages =
  spawnSync('unshare', ['--mount', 'mount', '--bind', '/', '/']).status === 0;

interface Options {
  /** The user and the group, which have no names there. */
  user: number;
  group: number;
  /** The folder on the host that is mounted as the volume. */
  data: string;
  variables?: Record<string, string>;
}

/**
 * Runs a command of an image as a container would: with only the image's file system, which is read-only, and its
 * volume, as any user. It is killed when the test ends.
 */
export function runImage(image: Image, command: readonly string[], options: Options) {
  const { folder, environment, settings } = image;
  const [directory = '', volume = ''] = [settings.get('WORKDIR'), settings.get('VOLUME')];
  prepare(image);
  const { user, group, data, variables } = options;
  const child = spawn('unshare', ['--mount', 'sh', '-c', MOUNT, 'sh', ...command], {
    env: {
      ...{ PATH: process.env.PATH, IMAGE: folder, NODE: process.execPath, VOLUME: volume },
      ...{ DATA: data, DIRECTORY: directory, USER: String(user), GROUP: String(group) },
      ...{ ...environment, ...variables },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { output: () => output, exited, stop: () => void child.kill('SIGTERM') };
}

/** Free space of the disks an installation writes to: asked for before uploads and by /ready, from the system at most every few seconds. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface SpaceOptions {
  /** Folders that are written to; each may stand on a disk of its own. */
  readonly folders: readonly string[];
  /** Bytes that uploads leave free. */
  readonly reserveBytes: number;
  /** Free bytes of a folder's disk; the system's answer unless a test says otherwise. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** `low`: nothing new is uploaded. `out`: little can be written any more, or a folder cannot be written at all. */
type Space = 'enough' | 'low' | 'out';

export interface DiskSpace {
  check(): Promise<Space>;
}

const freshMs = 2_000;
/** Below this share of the reserve the node says that it is not ready. */
const outShare = 0.1;

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Writes a small file and removes it. Rejects when the disk is full, read-only or gone. */
async function probe(folder: string): Promise<void> {
  const path = join(folder, `.probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, 'x');
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Watches the folders; the last answer counts for 2 s. */
export function createDiskSpace({ folders, reserveBytes, freeBytes = readFreeBytes }: SpaceOptions): DiskSpace {
  const look = async (): Promise<Space> => {
    try {
      for (const folder of folders) await probe(folder);
      const free = Math.min(...(await Promise.all(folders.map(freeBytes))));
      if (free < reserveBytes * outShare) return 'out';
      return free < reserveBytes ? 'low' : 'enough';
    } catch {
      return 'out';
    }
  };
  let answer: Promise<Space> | null = null;
  let askedAt = 0;
  return {
    check() {
      const now = performance.now();
      if (answer === null || now - askedAt > freshMs) {
        askedAt = now;
        answer = look();
      }
      return answer;
    },
  };
}

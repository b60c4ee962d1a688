/** Cleans pictures that people or carriers hand over: no metadata (EXIF, GPS), no pixel floods, nothing that only calls itself a picture. */
import { Worker } from 'node:worker_threads';
import { maxPixels, PictureReply } from './wire.ts';

/** A picture as it may be stored. */
interface CleanPicture {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
  /** The ending of a file's name. */
  readonly extension: 'jpg' | 'png' | 'gif' | 'webp';
}

/** A picture that is not stored, with words for the person who sent it. */
export class PictureError extends Error {
  readonly reason: 'too many pixels' | 'too much data' | 'unreadable' | 'busy';

  constructor(reason: PictureError['reason']) {
    super(words[reason]);
    this.reason = reason;
  }
}
const words = {
  'too many pixels': `This picture has more than ${maxPixels / 1_000_000} megapixels. Make it smaller and add it again`,
  'too much data': 'This picture holds too much data for its size. Save it with 8 bits a channel and add it again',
  unreadable: 'This picture can’t be read. Save it as JPG, PNG, GIF or WebP and add it again',
  busy: 'Too many pictures are being read. Try again in a few seconds',
} as const;

export interface PictureCleaner {
  /** Reads a picture and writes it anew. Senders (a user, a company's customers) take turns. Rejects with `PictureError`. */
  clean(bytes: Uint8Array, sender: string): Promise<CleanPicture>;
  close(): Promise<void>;
}

/** Pictures of one sender, and of all, that wait or are read; more are refused, since each is held in memory. */
const maxOfSender = 12;
const maxWaiting = 48;
/** A picture of 40 megapixels takes about 2 s; one that takes longer than this is made to. */
const maxMs = 15_000;
const extensions = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' } as const;

/** The formats that can be read; others (HEIC, BMP) cannot be cleaned. */
export const isCleanable = (contentType: string) => /^image\/(jpeg|png|apng|gif|webp|tiff|avif)$/.test(contentType);

/** The thread starts with the first picture and ends with the server, or when a picture takes too long. */
export function createPictureCleaner(): PictureCleaner {
  let worker: Worker | null = null;
  let lastId = 0;
  let waiting = 0;
  let isReading = false;
  /** Work by sender; whose turn it is stands first. */
  const lines = new Map<string, (() => Promise<void>)[]>();

  const open = (): Worker => {
    // Flags of the server's own process are not for its threads: a module loaded by --import would run here, too.
    worker ??= new Worker(new URL('./cleaner.worker.ts', import.meta.url), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } });
    worker.unref();
    return worker;
  };
  const end = async () => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };

  function read(bytes: Uint8Array): Promise<CleanPicture> {
    const thread = open();
    lastId += 1;
    const id = lastId;
    return new Promise<CleanPicture>((resolve, reject) => {
      const settle = (work: () => void) => {
        clearTimeout(timer);
        thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
        work();
      };
      const onEnd = () => {
        if (worker === thread) worker = null;
        settle(() => reject(new PictureError('unreadable')));
      };
      const onMessage = (message: unknown) => {
        const reply = PictureReply.parse(message);
        if (reply.id !== id) return;
        settle(() => {
          if ('refused' in reply) reject(new PictureError(reply.refused));
          else resolve({ bytes: reply.bytes, contentType: `image/${reply.format}`, extension: extensions[reply.format] });
        });
      };
      const timer = setTimeout(() => void end(), maxMs);
      thread.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
      thread.postMessage({ id, bytes });
    });
  }

  async function readAll(): Promise<void> {
    isReading = true;
    for (let [next] = lines; next !== undefined; [next] = lines) {
      const [sender, [work, ...rest]] = next;
      lines.delete(sender);
      if (rest.length > 0) lines.set(sender, rest);
      await work?.();
    }
    isReading = false;
  }

  const inTurn = (bytes: Uint8Array, sender: string) =>
    new Promise<CleanPicture>((resolve, reject) => {
      lines.set(sender, [...(lines.get(sender) ?? []), () => read(bytes).then(resolve, reject)]);
      if (!isReading) void readAll();
    });

  return {
    async clean(bytes, sender) {
      if (waiting >= maxWaiting || (lines.get(sender)?.length ?? 0) >= maxOfSender) throw new PictureError('busy');
      waiting += 1;
      return inTurn(bytes, sender).finally(() => {
        waiting -= 1;
      });
    },
    close: end,
  };
}

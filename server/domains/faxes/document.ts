/** PDFs that are faxed: counted and drawn in a thread, so many at a time, with an end in time and memory. */
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { AppError } from '../../http/errors.ts';

/** Why a document cannot be faxed, or its pages not be shown. */
type DocumentFault = 'locked' | 'unreadable' | 'empty' | 'too long' | 'too slow';

/** A page as a picture: PNG, shades of grey. */
export interface PagePicture {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** Limits of drawing a document: the first pages, dots of width, milliseconds. */
interface Drawing {
  readonly draw: number;
  readonly width: number;
  readonly mostPages: number;
  readonly ms: number;
  /** With so many documents in line it is refused: each is held in memory. */
  readonly mostWaiting: number;
}
type DrawnDocument = { readonly pages: number } | { readonly fault: DocumentFault; readonly pages: number | null };

const DrawReply = z.union([
  z.object({ begun: z.literal(true) }),
  z.object({ page: z.number(), width: z.number(), height: z.number(), png: z.instanceof(Uint8Array) }),
  z.object({ fault: z.enum(['locked', 'unreadable', 'empty', 'too long']), pages: z.optional(z.number()) }),
  z.object({ pages: z.number() }),
]);

/** Bytes of memory that a document may want. */
const mostMemory = 400_000_000;
/** The job that draws pages (`fax.pages`, one worker) takes one of them; the other is left for people. */
const mostAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];
const busyRetrySeconds = 5;

/** Draws a document; each sheet is given to `onSheet` in order, none after it has settled. Refuses (429) when too many are in line; rejects when `onSheet` does, or when the thread does not start. */
export async function drawDocument(bytes: Uint8Array, drawing: Drawing, onSheet: (sheet: PagePicture) => Promise<void> | void): Promise<DrawnDocument> {
  if (running >= mostAtOnce && waiting.length >= drawing.mostWaiting)
    throw new AppError('too_many_requests', { message: 'Too many documents are being read. Try again in a few seconds', retryAfter: busyRetrySeconds });
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await inThread(bytes, drawing, onSheet);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function inThread(bytes: Uint8Array, { draw, width, mostPages, ms }: Drawing, onSheet: (sheet: PagePicture) => Promise<void> | void): Promise<DrawnDocument> {
  const workerData = { bytes, mostMemory, draw, width, mostPages };
  const confined = { resourceLimits: { maxOldGenerationSizeMb: 256 }, stdout: true, stderr: true };
  // Nothing that the server was started with belongs into a thread.
  const worker = new Worker(new URL('./pages.worker.ts', import.meta.url), { execArgv: [], workerData, ...confined });
  let kept: Promise<unknown> = Promise.resolve();
  let isSettled = false;
  return new Promise<DrawnDocument>((resolve, reject) => {
    let isTold = false;
    let hasBegun = false;
    const timer = setTimeout(() => resolve({ fault: 'too slow', pages: null }), ms);
    worker.on('message', (message: unknown) => {
      const told = DrawReply.parse(message);
      if ('begun' in told) hasBegun = true;
      else if ('png' in told) {
        kept = kept.then(() => (isSettled ? undefined : onSheet(told)));
        kept.catch(reject);
      } else {
        clearTimeout(timer);
        isTold = true;
        const end: DrawnDocument = 'fault' in told ? { fault: told.fault, pages: told.pages ?? null } : told;
        kept.then(() => resolve(end), reject);
      }
    });
    const fail = () => {
      clearTimeout(timer);
      // It ends by itself when it has said all, often before its sheets are kept.
      if (!isTold && !hasBegun) reject(new Error('The thread that draws pages did not start'));
      else if (!isTold) resolve({ fault: 'unreadable', pages: null });
    };
    worker.once('error', fail);
    worker.once('exit', fail);
  }).finally(async () => {
    isSettled = true;
    await Promise.allSettled([worker.terminate(), kept]);
  });
}

const said: Readonly<Record<DocumentFault, string>> = {
  locked: 'This PDF has a password. Save a copy without one.',
  unreadable: 'This PDF is broken and cannot be read',
  empty: 'This PDF has no pages',
  'too long': 'This PDF has too many pages',
  'too slow': 'This PDF takes too long to draw. Print it to a new PDF first.',
};

/** The words of a fault; `most`: how many pages a fax may have. */
export const formatDocumentFault = ({ fault, pages }: { readonly fault: DocumentFault; readonly pages: number | null }, most: number): string =>
  fault === 'too long' && pages !== null ? `This PDF has ${pages} pages; a fax has ${most} at most` : said[fault];

/** Reads one picture at a time: counts its pixels from the header, then writes it anew without metadata. */
import { parentPort } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
import * as z from 'zod/mini';
import { maxDecodedBytes, maxPixels, type PictureFormat, type PictureReply } from './wire.ts';

const Request = z.object({ id: z.number(), bytes: z.instanceof(Uint8Array) });

/** JPEG qualities, best first: of a JPEG the first that is no larger than the original is taken, else the last. Other formats say nothing about that: each try decodes them anew. */
const jpegQualities = [90, 80, 70];
const jpegQuality = [80];
const webpQuality = 85;

/** Bytes of a sample by the depth that the header names; the deepest for what is not known. */
const sampleBytes: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 };

// One picture must not take every core from the requests.
sharp.concurrency(1);
sharp.cache(false);

/** The format that is written for a format that was read: TIFF and AVIF become JPEG, which phones show. */
const written: Readonly<Record<string, PictureFormat>> = { jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp', tiff: 'jpeg', heif: 'jpeg', avif: 'jpeg' };

async function toJpeg(picture: Sharp, originalBytes: number, qualities: readonly number[]): Promise<Buffer> {
  let made = Buffer.alloc(0);
  for (const quality of qualities) {
    made = await picture.clone().flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer();
    if (made.length <= originalBytes) break;
  }
  return made;
}

/** The picture without metadata, turned as its orientation says, with all its frames. Rejects for one that cannot be decoded. */
function write(picture: Sharp, format: PictureFormat, read: string, originalBytes: number): Promise<Buffer> {
  if (format === 'jpeg') return toJpeg(picture, originalBytes, read === 'jpeg' ? jpegQualities : jpegQuality);
  if (format === 'png') return picture.png().toBuffer();
  return format === 'gif' ? picture.gif().toBuffer() : picture.webp({ quality: webpQuality }).toBuffer();
}

async function clean(
  bytes: Uint8Array,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly format: PictureFormat } | 'too many pixels' | 'too much data' | 'unreadable'> {
  // The header alone is read here, so the limit on decoding is not asked yet.
  const header = await sharp(bytes, { limitInputPixels: false, animated: true }).metadata();
  const frames = header.pages ?? 1;
  const pixels = header.width * (header.pageHeight ?? header.height) * frames;
  const format = written[header.format];
  if (format === undefined) return 'unreadable';
  if (pixels > maxPixels) return 'too many pixels';
  if (pixels * header.channels * (sampleBytes[header.depth] ?? 8) > maxDecodedBytes) return 'too much data';
  const isAnimated = frames > 1 && (format === 'gif' || format === 'webp');
  const picture = sharp(bytes, { limitInputPixels: maxPixels, animated: isAnimated, failOn: 'error', sequentialRead: true });
  return { bytes: new Uint8Array(await write(isAnimated ? picture : picture.autoOrient(), format, header.format, bytes.length)), format };
}

parentPort?.on('message', async (message: unknown) => {
  const { id, bytes } = Request.parse(message);
  const made = await clean(bytes).catch((): 'unreadable' => 'unreadable');
  const reply: PictureReply = typeof made === 'string' ? { id, refused: made } : { id, ...made };
  parentPort?.postMessage(reply, typeof made === 'string' ? [] : [made.bytes.buffer]);
});

/** Messages between the server and the thread that reads pictures. */
import * as z from 'zod/mini';

/** Pixels of all frames together; more is refused from the header, before anything is decoded. */
export const maxPixels = 40_000_000;
/** Bytes of all pixels once they are decoded: 40 megapixels of four channels, or fewer of deeper ones. */
export const maxDecodedBytes = maxPixels * 4;

const formats = ['jpeg', 'png', 'gif', 'webp'] as const;
/** A format that is written: carriers deliver it and browsers show it. */
export type PictureFormat = (typeof formats)[number];

export const PictureReply = z.union([
  z.object({ id: z.number(), bytes: z.instanceof(Uint8Array), format: z.enum(formats) }),
  z.object({ id: z.number(), refused: z.enum(['too many pixels', 'too much data', 'unreadable']) }),
]);
export type PictureReply = z.output<typeof PictureReply>;

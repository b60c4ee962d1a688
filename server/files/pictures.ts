/** Pictures of forms: raster pictures, which were read and written anew already (`http/multipart.ts`): no metadata, no script, no pixel floods. */
import { AppError } from '../http/errors.ts';
import type { UploadedFile } from '../http/handlers.ts';

const endings: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);

interface Wanted {
  /** The form's field, which names it to people, too. */
  readonly field: 'logo' | 'picture';
  readonly maxBytes?: number;
}

/** A picture, and how the name of its file ends. */
interface Picture {
  readonly file: UploadedFile;
  readonly ending: string;
}

/** Reads the one picture of a form; null where it has none. Refuses a second file, what is no picture, and one of more bytes. */
export function readPicture(uploads: readonly UploadedFile[], { field, maxBytes = Number.POSITIVE_INFINITY }: Wanted): Picture | null {
  const [file, another] = uploads;
  if (another) throw new AppError('invalid', { field, message: `Send one ${field}` });
  if (!file) return null;
  const ending = endings.get(file.contentType);
  const noun = field === 'logo' ? 'Logos' : 'Pictures';
  if (ending === undefined) throw new AppError('media_type', { field, message: `${noun} must be PNG, JPG, GIF or WebP; this file is ${file.contentType}` });
  if (file.bytes.length > maxBytes)
    throw new AppError('too_large', { field, message: `${noun} have up to ${Math.floor(maxBytes / 1_000_000)} MB. Make it smaller and add it again.` });
  return { file, ending };
}

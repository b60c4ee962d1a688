/** The clipboard, as commands reach it. */
import type { ClipboardServices } from '#commands/keyline/types.ts';

export function createClipboardServices(): ClipboardServices {
  const copy: ClipboardServices['copy'] = async (text, told) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      throw new Error(`Couldn’t copy. Copy it manually: ${text}`);
    }
    return { message: told };
  };
  return { copy, copyLink: (path) => copy(`${window.location.origin}${path}`, 'Link copied') };
}

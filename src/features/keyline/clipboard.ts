/** The clipboard, as commands reach it. */
import { addPlace } from '#commands/core/url.ts';
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
  return {
    copy,
    // Whoever opens the link of a command has it act on what it was copied for.
    copyLink: (path) => copy(`${window.location.origin}${addPlace(path, window.location.pathname)}`, 'Link copied'),
  };
}

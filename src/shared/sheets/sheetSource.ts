/** Sources of a sheet: a file the person chooses, or rows they copied. */
import type { App } from '../../api/app.ts';
import { chooseFile } from '../../ui/chooseFile.ts';

/** Asks for a sheet; an error that `take` throws is told. */
export function chooseSheet(app: Pick<App, 'notifyError'>, take: (file: File) => void): void {
  chooseFile('.csv,.xlsx', (file) => {
    try {
      take(file);
    } catch (thrown) {
      app.notifyError(thrown);
    }
  });
}

/** Reads copied rows as a file. Throws where the browser keeps the clipboard to itself, and where nothing was copied. */
export async function pasteSheet(): Promise<File> {
  const text = await navigator.clipboard.readText().catch(() => {
    throw new Error('The browser doesn’t let Keyline read the clipboard. Allow it for this page, or choose a file.');
  });
  if (text.trim() === '') throw new Error('Copy the rows in your sheet first, with the names of their columns');
  return new File([text], 'Clipboard.csv', { type: 'text/csv' });
}

/** Saving a CSV on the person’s computer. */

/** Hands a text over as a file. The mark at its start, lost on the way, tells a spreadsheet that it is UTF-8. */
export function downloadCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

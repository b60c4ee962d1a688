/**
 * Asks for one file as the browser does. `accept`: what is offered, as of `<input accept>`. `onNone`: the person chose none. The field stands in the page
 * until then: one that nothing holds may be collected while the person looks for the file, and what they choose would reach nobody.
 */
export function chooseFile(accept: string, onFile: (file: File) => void, onNone: () => void = () => {}): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.hidden = true;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.remove();
    if (file) onFile(file);
  });
  input.addEventListener('cancel', () => {
    input.remove();
    onNone();
  });
  document.body.append(input);
  input.click();
}

/** Asks for one picture of a kind the server takes (`server/files/pictures.ts`). */
export const choosePicture = (onFile: (file: File) => void): void => chooseFile('image/png,image/jpeg,image/gif,image/webp,.png,.jpg,.jpeg,.gif,.webp', onFile);

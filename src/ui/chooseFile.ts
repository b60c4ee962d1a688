/** Asks for one file as the browser does. `accept`: what is offered, as of `<input accept>`. `onNone`: the person chose none. */
export function chooseFile(accept: string, onFile: (file: File) => void, onNone: () => void = () => {}): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) onFile(file);
  });
  input.addEventListener('cancel', onNone);
  input.click();
}

/** The palette: made once by the app shell, drawn by `<Palette/>`. */
export { createPalette, type PaletteController } from './controller.ts';
export { createFrecency } from './frecency.ts';
export { hitToItem } from './items.ts';

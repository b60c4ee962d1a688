/** The palette: made once by the app shell, drawn by `<Palette/>`. */
export { createPalette, type PaletteController, type PaletteOptions } from './controller.ts';
export { createFrecency, type Frecency } from './frecency.ts';
export { Palette } from './Palette.tsx';
export { type Thing, thingOfHit } from './rows.ts';

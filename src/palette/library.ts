/** The palette's index, made when it is drawn first: no key waits for it. */
import type { PaletteController } from './controller.ts';
import { createPaletteIndex, type PaletteIndex } from './results.ts';

const libraries = new WeakMap<PaletteController, PaletteIndex>();

/** Returns the index of a palette. It follows the context from then on, so that opening computes nothing. */
export function getPaletteIndex(palette: PaletteController): PaletteIndex {
  const known = libraries.get(palette);
  if (known) return known;
  const { registry, source, frecency } = palette.parts;
  const library = createPaletteIndex(registry, frecency);
  libraries.set(palette, library);
  const refresh = () => library.refresh(source.get());
  let wasOpen = palette.isOpen();
  refresh();
  library.refreshPanes(source.get());
  source.subscribe(refresh);
  palette.subscribe(() => {
    const isOpen = palette.isOpen();
    if (isOpen && !wasOpen) {
      refresh();
      library.refreshPanes(source.get());
    }
    wasOpen = isOpen;
  });
  palette.onClear(library.clear);
  return library;
}

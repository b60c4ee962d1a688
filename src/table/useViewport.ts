import { useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowsViewOptions } from './rowsViewOptions.ts';
import { createViewport, type Viewport } from './viewport.ts';

/** Tells a viewport where an element is scrolled to and how large it is, until what it gives is called. */
function watch(viewport: Viewport, element: HTMLElement): () => void {
  const measure = () => viewport.measured({ top: element.scrollTop, height: element.offsetHeight, width: element.offsetWidth });
  const scrolled = () => viewport.scrolled(element.scrollTop);
  const sizes = new ResizeObserver(measure);
  viewport.attach((top) => {
    element.scrollTop = top;
  });
  sizes.observe(element);
  element.addEventListener('scroll', scrolled, { passive: true });
  measure();
  return () => {
    viewport.attach(null);
    sizes.disconnect();
    element.removeEventListener('scroll', scrolled);
  };
}

/** The viewport of the grid around `inside`, whose own ref comes too late for the first drawing. */
export function useViewport({ rowHeight, headerHeight, view, inside }: RowsViewOptions, count: number): Viewport {
  const draw = useReducer((times: number) => times + 1, 0)[1];
  const [viewport] = useState(() => createViewport(view, draw, () => flushSync(draw)));
  viewport.lay({ rowHeight, headerHeight, count });
  useLayoutEffect(viewport.drawn);
  useLayoutEffect(() => {
    const grid = inside.current?.closest<HTMLElement>('[role="grid"]');
    return grid ? watch(viewport, grid) : undefined;
  }, [viewport, inside]);
  return viewport;
}

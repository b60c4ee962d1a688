import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { createPortal } from 'react-dom';
import styles from './Float.module.css';
import { KeyCaps } from './KeyCaps.tsx';
import type { KeySource } from './useKeys.ts';

const hoverMs = 300;
const gap = 6;
const margin = 8;

// Those that are shown or about to be.
const shown = new Set<() => void>();
/** Takes all tooltips away: at each press of a key. */
export function dismissTooltips(): void {
  for (const hide of shown) hide();
}

/**
 * Names the control inside and shows its key, after 300 ms of hover or at once on keyboard focus; any key or press takes it away. `children`
 * is one focusable element that carries the same words as its name, so that screen readers hear them once.
 */
export function Tooltip({ text, keys, children }: { text: string; keys?: KeySource; children: ReactElement }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isShown, setShown] = useState(false);
  // The same function for the tooltip's life: others take it away by it.
  const [hide] = useState(() => {
    const take = () => {
      clearTimeout(timer.current);
      shown.delete(take);
      setShown(false);
    };
    return take;
  });
  const show = (after: number) => {
    hide();
    shown.add(hide);
    timer.current = setTimeout(() => setShown(true), after);
  };
  useEffect(() => hide, [hide]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches over the control inside and is none itself
    <span
      ref={anchor}
      style={{ display: 'contents' }}
      onPointerEnter={() => show(hoverMs)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      {isShown ? <Shown anchor={anchor.current?.firstElementChild ?? null} text={text} keys={keys} /> : null}
    </span>
  );
}

function Shown({ anchor, text, keys }: { anchor: Element | null; text: string; keys?: KeySource }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!anchor || !box.current) return;
    const control = anchor.getBoundingClientRect();
    const { width, height } = box.current.getBoundingClientRect();
    const left = Math.min(Math.max(control.left + control.width / 2 - width / 2, margin), window.innerWidth - width - margin);
    const above = control.top - gap - height;
    box.current.style.translate = `${left}px ${above < margin ? control.bottom + gap : above}px`;
  }, [anchor]);
  return createPortal(
    <div ref={box} role="tooltip" className={styles.tooltip} style={{ position: 'fixed', top: 0, left: 0, pointerEvents: 'none' }}>
      {text}
      <KeyCaps keys={keys} />
    </div>,
    document.body,
  );
}

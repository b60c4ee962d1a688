/** A line of a card: what it is called, and what it is. */
import type { ReactNode } from 'react';
import sheet from './Card.module.css';

/** One term of a card's list with its value; a dash where there is none. */
export function CardRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children || <span className={sheet.none}>–</span>}</dd>
    </>
  );
}

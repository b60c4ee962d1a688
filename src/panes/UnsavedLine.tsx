/** Changes that wait to be saved, told of over a list or a card. */
import type { ReactNode } from 'react';
import css from './UnsavedLine.module.css';

/** The line itself. */
export const UnsavedLine = ({ children }: { readonly children: ReactNode }) => <p className={css.line}>{children}</p>;

/** Names the drafts of a list that are not saved; nothing where all are. */
export function UnsavedDrafts({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return <UnsavedLine>{`Not saved: ${names.map((name) => `“${name}”`).join(', ')}. Open ${names.length === 1 ? 'it' : 'them'} to go on.`}</UnsavedLine>;
}

/** A secret that was just made, over the list it belongs to: shown this once, copied or hidden by a command. */
import type { ReactNode } from 'react';
import { useCommands } from '../api/commands.ts';
import { IconButton } from '../ui/index.ts';
import css from './ShownSecret.module.css';

interface ShownSecretProps {
  readonly label: string;
  readonly secret: string;
  /** Its owner, and what to do with it. */
  readonly children: ReactNode;
  readonly copy: { readonly label: string; readonly command: string };
  readonly hide: { readonly label: string; readonly command: string };
}

export function ShownSecret({ label, secret, children, copy, hide }: ShownSecretProps) {
  const commands = useCommands();
  return (
    <section className={css.secret} aria-label={label}>
      <p>{children}</p>
      <code>{secret}</code>
      <IconButton name="clipboard" label={copy.label} keys={commands.keys(copy.command)} onClick={() => commands.run(copy.command)} />
      <IconButton name="x" label={hide.label} keys={commands.keys(hide.command)} onClick={() => commands.run(hide.command)} />
    </section>
  );
}

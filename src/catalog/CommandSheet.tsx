/** The palette and the sheet of keys: the commands of the moment, searched by their words, with their keys and why one can't run. */
import { Command } from 'cmdk';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from '../store/store.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { KeyCaps } from '../ui/KeyCaps.tsx';
import { notices } from '../ui/notices.ts';
import css from './CommandSheet.module.css';
import { type CatalogCommand, useCommandStore } from './commands.ts';
import { runCommand } from './keys.ts';

interface SheetProps {
  /** `help`: those with a key alone. */
  readonly kind: 'palette' | 'help';
  readonly onClose: () => void;
}

function Item({ command, onChoose }: { command: CatalogCommand; onChoose: (command: CatalogCommand) => void }) {
  const reason = command.getReason();
  return (
    <Command.Item value={command.title} className={css.item} onSelect={() => onChoose(command)}>
      <span className={`${css.title} ${reason === null ? '' : css.muted}`}>{command.title}</span>
      {reason === null ? null : <span className={css.reason}>{reason}</span>}
      <KeyCaps keys={command.keys} />
    </Command.Item>
  );
}

/** Commands of the moment: one that a screen behind it brings or changes while it is open is there at once. */
export default function CommandSheet({ kind, onClose }: SheetProps) {
  const store = useCommandStore();
  const all = useStore({ get: store.list, subscribe: store.subscribe });
  const commands = all.filter(({ id, keys }) => id !== 'palette.open' && (kind === 'palette' || keys !== undefined));
  const [before] = useState(() => document.activeElement);
  const groups = Map.groupBy(commands, ({ group }) => group);
  /** Gives the keyboard back to where it was; a dialog without a trigger doesn't. */
  const close = () => {
    flushSync(onClose);
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
  const choose = (command: CatalogCommand) => {
    close();
    // It may lead the keyboard on.
    runCommand(command, (message) => notices.notify({ tone: 'info', message }));
  };
  return (
    <Dialog open onOpenChange={close} title={kind === 'palette' ? 'Commands' : 'Keys'} width={560}>
      <Command label="Commands" loop>
        <div className={css.field}>
          <Command.Input className={css.input} placeholder="Search commands" />
        </div>
        <Command.List className={css.list} label="Commands">
          <Command.Empty className={css.empty}>No command has these words</Command.Empty>
          {[...groups].map(([group, each]) => (
            <Command.Group key={group} heading={group} className={css.group}>
              {each.map((command) => (
                <Item key={command.id} command={command} onChoose={choose} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}

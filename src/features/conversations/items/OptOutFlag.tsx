/** Under a text that sounds like an opt-out: that it does, and what the user decides about it. */
import { useMay } from '../../../api/app.ts';
import { useCommands } from '../../../api/commands.ts';
import { Chip, formatAriaKeys, KeyCaps, useKeys } from '../../../ui/index.ts';
import css from './items.module.css';

const decisions = [
  ['messages.confirmOptOut', 'Confirm opt-out'],
  ['messages.dismissOptOut', 'Dismiss'],
] as const;

/** `isFlagged`: the commands would act on this text. */
export function OptOutFlag({ isFlagged }: { readonly isFlagged: boolean }) {
  const mayDecide = useMay('messages.send');
  return (
    <p className={css.review}>
      <Chip small icon="bell-off" tone="amber">
        Sounds like an opt-out
      </Chip>
      {isFlagged &&
        mayDecide &&
        decisions.map(([id, title]) => (
          <Decision key={id} id={id}>
            {title}
          </Decision>
        ))}
    </p>
  );
}

function Decision({ id, children }: { readonly id: string; readonly children: string }) {
  const commands = useCommands();
  const keys = commands.keys(id);
  return (
    <button type="button" className={css.decision} aria-keyshortcuts={formatAriaKeys(useKeys(keys))} onClick={() => commands.run(id)}>
      <KeyCaps keys={keys} hidden /> {children}
    </button>
  );
}

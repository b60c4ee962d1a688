/** Under a text that sounds like an opt-out: that it does, and what the user decides about it. */
import { useMay } from '../../../api/app.ts';
import { useCommands } from '../../../api/commands.ts';
import { Chip, KeyCaps } from '../../../ui/index.ts';
import { formatAriaKeys } from '../../../ui/keys.ts';
import css from './items.module.css';

const decisions = [
  ['messages.confirmOptOut', 'Confirm opt-out'],
  ['messages.dismissOptOut', 'Dismiss'],
] as const;

/** `isFlagged`: the commands would act on this text. */
export function OptOutFlag({ isFlagged }: { readonly isFlagged: boolean }) {
  const commands = useCommands();
  const mayDecide = useMay('messages.send');
  return (
    <p className={css.review}>
      <Chip small icon="bell-off" tone="amber">
        Sounds like an opt-out
      </Chip>
      {isFlagged &&
        mayDecide &&
        decisions.map(([id, title]) => {
          const keys = commands.keys(id);
          return (
            <button key={id} type="button" className={css.decision} aria-keyshortcuts={formatAriaKeys(keys)} onClick={() => commands.run(id)}>
              {keys && <KeyCaps keys={keys} hidden />} {title}
            </button>
          );
        })}
    </p>
  );
}

/** The inbox of a company without numbers: what comes first, each by its command. */
import { useId } from 'react';
import { useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useCommandHost } from '../../keys/index.ts';
import { EmptyState, Icon, isIconName, KeyCaps, KeyHint } from '../../ui/index.ts';
import css from './FirstActions.module.css';

/** Commands a new company begins with, in their order, and what each is good for. */
const firstActions: readonly (readonly [commandId: string, purpose: string])[] = [
  ['numbers.buy', 'Calls and messages arrive on your numbers'],
  ['porting.begin', 'Keep the numbers your customers know'],
  ['greetings.create', 'What callers hear first'],
  ['schedule.setCompany', 'When your company answers'],
  ['contacts.create', 'Who your customers are'],
];

/** Lists what the person may do of it. */
export function FirstActions() {
  const commands = useCommands();
  const { registry } = useCommandHost();
  const permissions = useAppState((state) => state.permissions);
  const heading = useId();
  const actions = firstActions.flatMap(([id, purpose]) => {
    const command = registry.get(id);
    return command && (command.permission === null || permissions.has(command.permission)) ? [{ command, purpose }] : [];
  });
  if (actions.length === 0) return <EmptyState icon="hash">No numbers yet. Ask an owner or administrator to buy one.</EmptyState>;
  return (
    <section className={css.first} aria-labelledby={heading}>
      <h3 id={heading} className={css.heading}>
        No numbers yet
      </h3>
      <p className={css.about}>Start here. Each of these is in the command palette, too.</p>
      <ul>
        {actions.map(({ command, purpose }) => (
          <li key={command.id}>
            <button type="button" className={css.action} data-command-id={command.id} onClick={() => commands.run(command.id)}>
              {isIconName(command.icon) ? <Icon name={command.icon} tone="muted" /> : null}
              <span className={css.words}>
                <span className={css.title}>{command.title}</span>
                <span className={css.purpose}>{purpose}</span>
              </span>
              <KeyCaps keys={commands.keys(command.id)} />
            </button>
          </li>
        ))}
      </ul>
      <p className={css.footer}>
        <KeyHint keys={commands.keys('palette.open')}>all commands</KeyHint>
        <KeyHint keys={commands.keys('keyline.help')}>all shortcuts</KeyHint>
      </p>
    </section>
  );
}

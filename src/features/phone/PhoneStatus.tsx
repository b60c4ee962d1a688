/** Whether calls ring in this window, in the bottom line; draws nothing while the person is away. */
import { useCommands } from '../../api/commands.ts';
import { useStore } from '../../store/store.ts';
import { Icon } from '../../ui/index.ts';
import { type PhoneLine, phoneLine } from './line.ts';
import css from './PhoneStatus.module.css';
import { useStatus } from './usePhone.ts';

function format(line: PhoneLine): string {
  if (line.kind === 'ready') return 'Calls ring here';
  if (line.kind === 'elsewhere') return 'Calls ring in another tab';
  return line.kind === 'lost' ? line.reason : 'Connecting to the carrier…';
}

export function PhoneStatus() {
  const commands = useCommands();
  const line = useStore(phoneLine);
  const status = useStatus();
  if (status !== 'active') return null;
  return (
    <button
      type="button"
      className={css.status}
      data-phone={line.kind}
      title={commands.title('phone.toggleStatus')}
      onClick={() => commands.run('phone.toggleStatus')}
    >
      <Icon name="phone-call" size={14} tone={line.kind === 'ready' ? 'green' : line.kind === 'lost' ? 'red' : 'muted'} />
      {format(line)}
    </button>
  );
}

/** Over everything while the person’s company is suspended: who can end that, and the way to support, which is all that is left to them. */
import { findAskedCompany } from '#commands/support/company.ts';
import { useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Icon } from '../../ui/index.ts';
import css from './SuspendedBanner.module.css';

export function SuspendedBanner() {
  const commands = useCommands();
  const company = useAppState(findAskedCompany);
  if (company?.status !== 'suspended') return null;
  return (
    <section className={css.bar} aria-label="Suspended company">
      <Icon name="warning" />
      <span>
        <strong>{company.name}</strong> is suspended. Ask an administrator of its organization, or support.
      </span>
      <Button onClick={() => commands.run('support.ask')}>Contact support</Button>
    </section>
  );
}

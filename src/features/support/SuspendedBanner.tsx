/** Over everything while the person’s company is suspended: who can end that, and the way to support, which is all that is left to them. */
import { findAskedCompany } from '#commands/support/company.ts';
import { useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/index.ts';

export function SuspendedBanner() {
  const commands = useCommands();
  const company = useAppState(findAskedCompany);
  if (company?.status !== 'suspended') return null;
  return (
    <Banner tone="amber" label="Suspended company" action={<Button onClick={() => commands.run('support.ask')}>Contact support</Button>}>
      <strong>{company.name}</strong> is suspended. Ask an administrator of its organization, or support.
    </Banner>
  );
}

/** In place of the reviews, for who is no support staff, or acts as somebody who is none. */
import { useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { DeniedState } from '../../ui/index.ts';

export function NotStaff() {
  const commands = useCommands();
  const isImpersonating = useAppState(({ user }) => user?.isAdmin === true);
  const leave = { title: 'Stop impersonating', keys: commands.keys('person.leaveImpersonation'), onAct: () => commands.run('person.leaveImpersonation') };
  return <DeniedState action={isImpersonating ? leave : undefined}>Only support staff can read and publish reviews of the catalog.</DeniedState>;
}

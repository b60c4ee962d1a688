import { useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/index.ts';
import css from './ImpersonationFrame.module.css';

const leave = 'person.leaveImpersonation';

/** While staff act as somebody: a bar that says as whom, and a frame around the whole window. Stands above the top line; draws nothing otherwise. */
export function ImpersonationFrame() {
  const user = useAppState((state) => state.user);
  const commands = useCommands();
  if (!user?.isAdmin) return null;
  return (
    <>
      <Banner
        tone="amber"
        icon="id-card"
        label="Impersonating"
        action={
          <Button keys={commands.keys(leave)} onClick={() => commands.run(leave)}>
            Stop impersonating
          </Button>
        }
      >
        {user.impersonatedBy ? `${user.impersonatedBy.name}, you` : 'You'} are impersonating <strong>{user.name || user.email}</strong>. Everything you do is
        recorded in the audit log.
      </Banner>
      <div aria-hidden className={css.frame} />
    </>
  );
}

/** Dialog with the user's sessions; each other session can be ended. */
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { Button, Dialog, ErrorState, Icon, RelativeTime, SkeletonRows } from '../../ui/index.ts';
import css from './Dialogs.module.css';

export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const app = useApp();
  const commands = useCommands();
  const { data, error, refetch } = useQuery({ queryKey: keys.me('sessions'), queryFn: () => app.api.call('auth.sessions', {}), staleTime: 0 }, app.queries);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Active sessions"
      width={480}
      actions={
        <>
          <Button icon="log-out" onClick={() => commands.run('account.endDevices')}>
            Sign out of all mobile devices
          </Button>
          <Button autoFocus look="primary" keys="escape" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error && !data ? <ErrorState action={{ title: 'Try again', onAct: () => void refetch() }}>{toPlainError(error).message}</ErrorState> : null}
      {data || error ? null : <SkeletonRows rows={3} rowHeight={44} />}
      <ul className={css.sessions}>
        {data?.data.map((session) => (
          <li key={session.id} className={css.session}>
            <Icon name={session.kind === 'token' ? 'phone' : 'monitor'} tone="muted" />
            <div>
              <p>{session.deviceName ?? 'Browser'}</p>
              <p>
                {session.address} · <RelativeTime at={session.lastSeenAt} />
              </p>
            </div>
            {session.isCurrent ? (
              <span className={css.here}>this device</span>
            ) : (
              <Button look="danger" onClick={() => commands.run('session.endOther', { session: session.id })}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

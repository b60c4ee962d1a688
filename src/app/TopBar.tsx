/** The top line: company, path of the focused pane, the palette's field, connection, notices, the person. */
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { getStateName, isIn } from '#machines/state.ts';
import { useApp, useAppState } from '../api/app.ts';
import { useCommands } from '../api/commands.ts';
import { getFocusedPane, type PaneRegistry, usePaneStates, useWorkspace } from '../panes/index.ts';
import { Avatar, formatAriaKeys, Icon, IconButton, KeyCaps, Menu, notices, useKeys, useNotices } from '../ui/index.ts';
import css from './Shell.module.css';

export function TopBar({ panes }: { panes: PaneRegistry }) {
  const commands = useCommands();
  const company = useAppState((state) => state.company);
  const user = useAppState((state) => state.user);
  const paletteKeys = commands.keys('palette.open');
  return (
    <header className={css.top}>
      <h1 className="sr-only">{company?.name ?? 'Keyline'}</h1>
      <div className={css.topStart}>
        <button type="button" className={css.company} onClick={() => commands.run(company === null && user?.isStaff ? 'company.actIn' : 'company.switch')}>
          <Avatar name={company?.name ?? 'Keyline'} shape="company" logo={company?.logoUrl} />
          <strong>{company?.name ?? 'Choose a company'}</strong>
          <span className="sr-only">. Switch company</span>
          <Icon name="chevrons-up-down" size={14} />
        </button>
        <PathOfFocus panes={panes} />
      </div>
      <button type="button" className={css.search} onClick={() => commands.run('palette.open')} aria-keyshortcuts={formatAriaKeys(useKeys(paletteKeys))}>
        <Icon name="search" tone="muted" />
        <span>Search or run a command</span>
        <KeyCaps keys={paletteKeys} hidden />
      </button>
      <div className={css.topEnd}>
        <Connection />
        <Bell />
        {user && (
          <Menu
            label={`${user.name}: account menu`}
            align="end"
            groups={[
              {
                heading: user.email,
                items: [
                  { id: 'settings', title: 'Settings', icon: 'settings', onSelect: () => commands.run('go.settings') },
                  { id: 'theme', title: 'Theme', icon: 'moon', onSelect: () => commands.run('looks.theme') },
                  { id: 'keys', title: 'Keys', icon: 'keyboard', onSelect: () => commands.run('keys.open') },
                ],
              },
              { items: [{ id: 'signout', title: 'Sign out', icon: 'log-out', onSelect: () => commands.run('session.signOut') }] },
            ]}
          >
            <button type="button" className={css.person}>
              <Avatar name={user.name} />
              <span className="sr-only">{user.name}: account menu</span>
            </button>
          </Menu>
        )}
      </div>
    </header>
  );
}

function PathOfFocus({ panes }: { panes: PaneRegistry }) {
  const workspace = useWorkspace();
  const paneStates = usePaneStates();
  const pane = useSyncExternalStore(workspace.subscribe, () => getFocusedPane(workspace.get().layout));
  const subject = useSyncExternalStore(paneStates.subscribe, () => paneStates.get(pane.id)?.subject ?? null);
  const title = panes[pane.view.kind].title;
  return (
    <p className={css.path}>
      {subject === null ? (
        <strong>{title}</strong>
      ) : (
        <>
          {title} / <strong>{subject}</strong>
        </>
      )}
    </p>
  );
}

const words: readonly (readonly [states: readonly string[], word: string, tone: string])[] = [
  [['open.live'], 'Live', 'green'],
  [['open.catchingUp', 'open.behind'], 'Syncing', 'amber'],
  [['open.connecting', 'open.joining'], 'Connecting', 'amber'],
  [['open.unavailable', 'open.refused'], 'Disconnected', 'red'],
];

/** Checks whether changes arrive by themselves; pressing it tries again. */
function Connection() {
  const app = useApp();
  const commands = useCommands();
  const online = useAppState((state) => state.online);
  const snapshot = useSelector(app.realtime, (now) => now);
  const isNowhere = useAppState((state) => state.companies.length === 0);
  const [, word, tone] = !online
    ? [[], 'Offline', 'red']
    : isNowhere
      ? [[], 'No company', 'none']
      : (words.find(([states]) => isIn(snapshot, ...states)) ?? [[], 'Connecting', 'amber']);
  return (
    <button
      type="button"
      className={css.connection}
      data-tone={tone}
      data-flow="realtime"
      data-state={getStateName(snapshot)}
      onClick={() => commands.run('connection.retry')}
    >
      <span className={css.pulse} aria-hidden /> <span role="status">{word}</span>
    </button>
  );
}

function Bell() {
  const commands = useCommands();
  const { unseen } = useNotices(notices);
  return (
    <IconButton
      name="bell"
      label={unseen > 0 ? `Notices, ${unseen} new` : 'Notices'}
      dot={unseen > 0}
      keys={commands.keys('keyline.notices')}
      onClick={() => commands.run('keyline.notices')}
    />
  );
}

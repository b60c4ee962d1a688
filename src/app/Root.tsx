/** Content of the window: signing in, or the workspace; the palette, keys and notices over either, as soon as they are loaded. */

import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { getPersonKey } from '#commands/auth/personKey.ts';
import { getStateName } from '#machines/state.ts';
import { useApp, useAppState } from '../api/app.ts';
import { loadWhenIdle, startupPhases } from '../api/startupPhases.ts';
import { getSessionView } from '../features/auth/sessionView.ts';
import type { PaneRegistry } from '../panes/registry.ts';
import { WorkspaceView } from '../panes/WorkspaceView.tsx';
import { useWorkspace } from '../panes/workspace.ts';
import { Part } from '../ui/Part.tsx';
import { getReaderZone, TimeZone } from '../ui/text.tsx';
import type { Rest } from './deferredShell.tsx';
import { getPaneComponent } from './panes.tsx';
import css from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

interface Props {
  readonly rest: Rest | null;
  readonly panes: PaneRegistry;
}

const FirstCompany = lazy(() => import('../features/companies/FirstCompany.tsx'));
const loadLapsed = loadWhenIdle(() => import('../features/auth/SessionLapsed.tsx'));
// Both run commands, so they come after them.
const SignInScreen = lazy(async () => {
  const [{ SignInScreen: Screen }] = await Promise.all([import('../features/auth/SignInScreen.tsx'), startupPhases.ready.done]);
  return { default: Screen };
});
const SessionLapsed = lazy(async () => {
  const [{ SessionLapsed: Dialog }] = await Promise.all([loadLapsed(), startupPhases.ready.done]);
  return { default: Dialog };
});

export function Root({ rest, panes }: Props) {
  const app = useApp();
  const path = usePathname();
  const view = useSelector(app.login, (snapshot) => getSessionView(snapshot, path));
  const user = useAppState((state) => state.user);
  const marks = useSelector(app.login, (snapshot) => getStateName(snapshot));
  const arriving = <main data-scope="signin" data-flow="login" data-state={marks} />;
  return (
    <>
      {view === 'signIn' ? (
        marks === 'restoring' ? (
          arriving
        ) : (
          <Part>
            <Suspense fallback={arriving}>
              <SignInScreen />
            </Suspense>
          </Part>
        )
      ) : (
        <div data-flow={view === 'lapsed' ? undefined : 'login'} data-state={marks}>
          {user !== null && <Shell key={getPersonKey(user)} rest={rest} panes={panes} />}
        </div>
      )}
      {view === 'lapsed' && (
        <Part>
          <Suspense fallback={null}>
            <SessionLapsed />
          </Suspense>
        </Part>
      )}
      {rest && <rest.Over />}
    </>
  );
}

function Shell({ panes, rest }: Props) {
  const app = useApp();
  const workspace = useWorkspace();
  const permissions = useAppState((state) => state.permissions);
  const company = useAppState((state) => state.company);
  const switching = useSelector(app.companySwitch, getStateName);
  const isNowhere = useAppState((state) => state.companies.length === 0 && state.user?.isStaff === false);
  useEffect(() => workspace.focusDom(), [workspace]);
  useFocusRestore();
  return (
    <TimeZone value={company?.timezone ?? getReaderZone()}>
      {rest && <rest.Above />}
      <div className={css.shell} data-flow="companySwitch" data-state={switching} data-company={company?.slug}>
        <Part>
          <TopBar panes={panes} />
        </Part>
        <div className={css.middle}>
          {isNowhere ? (
            <Part>
              <Suspense fallback={null}>
                <FirstCompany />
              </Suspense>
            </Part>
          ) : (
            <WorkspaceView workspace={workspace} registry={panes} drawing={getPaneComponent} permissions={permissions} />
          )}
        </div>
        {rest ? <rest.Bottom /> : <footer className={css.bottom} />}
      </div>
    </TimeZone>
  );
}

/** Focus that fell to nowhere (what had it is gone) goes back to the focused pane. */
function useFocusRestore() {
  const workspace = useWorkspace();
  useEffect(() => {
    const onOut = () =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && document.hasFocus()) workspace.focusDom();
      });
    document.addEventListener('focusout', onOut);
    // From the browser's own controls, or another window.
    window.addEventListener('focus', onOut);
    return () => {
      document.removeEventListener('focusout', onOut);
      window.removeEventListener('focus', onOut);
    };
  }, [workspace]);
}

/** Draws the layout: groups, separators, panes. Zoomed, or in a window too narrow for all, the focused pane fills it; the others stay as they are behind it. */
import { Activity, Component, createContext, Fragment, lazy, memo, type ReactNode, Suspense, useContext, useEffect, useRef } from 'react';
import { Group, type GroupImperativeHandle, Panel, Separator } from 'react-resizable-panels';
import type { Permission } from '#contract/core/permissions.ts';
import { useAppState } from '../api/app.ts';
import { useCommands } from '../api/commands.ts';
import { loadWhenIdle } from '../api/startupPhases.ts';
import { useStore } from '../store/store.ts';
import { Chip, EmptyState, ErrorState, Icon, IconButton, LoadingLine } from '../ui/index.ts';
import { useMedia } from '../ui/useMedia.ts';
import { getFocusedPane, type Layout, type LayoutNode, listPanes, type PaneNode, resize, type SplitNode } from './layout.ts';
import { computeAloneWidth, findDrawer, foldWidth } from './narrow.ts';
import type { PaneDefinition, PaneDrawing, PaneProps, PaneRegistry } from './registry.ts';
import type { Subject } from './subject.ts';
import css from './WorkspaceView.module.css';
import { useWorkspace, type Workspace } from './workspace.ts';

/** A pane scrolls inside; around it nothing does. */
const noScroll = { overflow: 'clip' } as const;

const Denied = lazy(loadWhenIdle(() => import('./Denied.tsx')));

interface Props {
  readonly workspace: Workspace;
  readonly registry: PaneRegistry;
  readonly drawing: PaneDrawing;
  readonly permissions: ReadonlySet<Permission>;
}

/** Views behind the one in front that stay drawn, hidden, with their cursors and what is selected; those left longer ago are drawn anew. */
const maxHidden = 3;

export function WorkspaceView({ workspace, ...props }: Props) {
  const { layout, behind } = useStore(workspace);
  // Hidden content is drawn last: rows of the company before would stay in the page for a while.
  const isEntering = useAppState(({ company, companyId }) => company !== null && companyId === null);
  const hidden = isEntering ? [] : behind.slice(0, maxHidden).map((each) => each.layout);
  // Always in the same order: what is moved in the page forgets how far it was scrolled.
  const drawn = [layout, ...hidden].sort((one, other) => one.view.localeCompare(other.view));
  return (
    <main className={css.workspace} aria-label="Workspace">
      {drawn.map((each) => (
        <Activity key={each.view} mode={each === layout ? 'visible' : 'hidden'}>
          <View layout={each} isFront={each === layout} workspace={workspace} {...props} />
        </Activity>
      ))}
    </main>
  );
}

/** Draws one view. */
const View = memo(function View({ layout, isFront, workspace, ...props }: Props & { readonly layout: Layout; readonly isFront: boolean }) {
  const isFolding = useMedia(`(width < ${foldWidth}px)`);
  const drawer = isFolding ? findDrawer(layout) : null;
  const isNarrow = useMedia(`(width < ${computeAloneWidth(layout, isFolding)}px)`);
  const alone = layout.zoomedId ?? (isNarrow ? getFocusedPane(layout).id : null);
  const folded = alone === null ? drawer : null;
  const titles = createTitles(layout, props.registry);
  const draw = (node: LayoutNode): ReactNode =>
    node.type === 'pane' ? (
      <PaneFrame
        key={node.id}
        node={node}
        isFocused={isFront && layout.focusedId === node.id}
        fills={alone === null ? null : alone === node.id}
        isFolded={folded?.id === node.id && layout.focusedId !== node.id}
        title={titles.get(node.id) ?? ''}
        workspace={workspace}
        {...props}
      />
    ) : (
      <Split key={node.id} node={node} foldedId={folded?.id} workspace={workspace} draw={draw} />
    );
  return (
    <WayBack value={isNarrow && getFocusedPane(layout).view.kind !== layout.view}>
      <div className={css.view} data-view={layout.view} data-alone={alone !== null}>
        {draw(layout.root)}
        {folded && layout.focusedId !== folded.id && (
          <button type="button" className={css.unfold} onClick={() => workspace.focus(folded.id)}>
            <Icon name="arrow-left" size={14} />
            <span className="sr-only">Show {props.registry[folded.view.kind].title.toLowerCase()}</span>
          </button>
        )}
      </div>
    </WayBack>
  );
});

/** The titles of panes by id; of several of a kind each has its number, so that they can be told apart by ear. */
function createTitles({ root }: Layout, registry: PaneRegistry): ReadonlyMap<string, string> {
  const panes = listPanes(root);
  const ofKind = Map.groupBy(panes, ({ view }) => view.kind);
  return new Map(
    panes.map((pane) => {
      const alike = ofKind.get(pane.view.kind) ?? [];
      const { title } = registry[pane.view.kind];
      return [pane.id, alike.length === 1 ? title : `${title} ${alike.indexOf(pane) + 1}`];
    }),
  );
}

/** True in a pane that stands alone for want of room: its header has the way back to the list, for touch and mouse. */
const WayBack = createContext(false);

interface SplitProps {
  readonly node: SplitNode;
  readonly foldedId: string | undefined;
  readonly workspace: Workspace;
  readonly draw: (node: LayoutNode) => ReactNode;
}

function Split({ node, foldedId, workspace, draw }: SplitProps) {
  const handle = useRef<GroupImperativeHandle>(null);
  const sizes = Object.fromEntries(node.children.map((child, at) => [child.id, node.sizes[at] ?? 100 / node.children.length]));
  const wanted = JSON.stringify(sizes);
  useEffect(() => {
    const next: [id: string, size: number][] = Object.entries(JSON.parse(wanted));
    let frame = 0;
    const settle = () => {
      const now = handle.current?.getLayout() ?? {};
      // Of panels that came or went the group knows a moment later.
      if (next.length !== Object.keys(now).length || next.some(([id]) => now[id] === undefined)) frame = requestAnimationFrame(settle);
      else if (next.some(([id, size]) => Math.abs((now[id] ?? 0) - size) >= 0.05)) handle.current?.setLayout(Object.fromEntries(next));
    };
    settle();
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  return (
    <Group
      id={node.id}
      className={css.group}
      orientation={node.direction === 'row' ? 'horizontal' : 'vertical'}
      defaultLayout={sizes}
      groupRef={handle}
      onLayoutChanged={(next, meta) => {
        if (meta.isUserInteraction)
          workspace.change((layout) =>
            resize(
              layout,
              node.id,
              node.children.map((child) => next[child.id] ?? 0),
            ),
          );
      }}
    >
      {node.children.map((child, at) => (
        <Fragment key={child.id}>
          {at > 0 && <Separator className={css.separator} data-direction={node.direction} hidden={child.id === foldedId} aria-label="Resize panes" />}
          <Panel id={child.id} minSize={120} style={noScroll} className={child.id === foldedId ? css.drawer : undefined}>
            {draw(child)}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}

interface FrameProps extends Props {
  readonly node: PaneNode;
  readonly isFocused: boolean;
  /** True when it fills the workspace, or stands behind the one that does; null: all panes are seen. */
  readonly fills: boolean | null;
  readonly isFolded: boolean;
  /** Its title among the others. */
  readonly title: string;
}

const PaneFrame = memo(function PaneFrame({ node, isFocused, fills, isFolded, title, workspace, registry, drawing, permissions }: FrameProps) {
  // Hidden content is drawn last: rows of the company before would stay in the page for a while.
  const isEntering = useAppState(({ company, companyId }) => company !== null && companyId === null);
  return (
    <section
      className={css.pane}
      aria-label={title}
      data-pane-id={node.id}
      data-pane={node.view.kind}
      data-focused={isFocused}
      data-fills={fills ?? undefined}
      data-folded={isFolded || undefined}
      inert={fills === false || isFolded}
      tabIndex={-1}
      onFocusCapture={() => workspace.focus(node.id)}
      onPointerDownCapture={() => workspace.focus(node.id)}
    >
      {/* The content beneath keeps its cursor and selection, and receives no events meanwhile. */}
      {[node.view, node.under].map(
        (view) =>
          view &&
          (view === node.view || !isEntering) && (
            <Activity key={view.kind} mode={view === node.view ? 'visible' : 'hidden'}>
              <PaneBoundary title={registry[view.kind].title}>
                <PaneContent
                  definition={registry[view.kind]}
                  Component={drawing(view.kind)}
                  permissions={permissions}
                  paneId={node.id}
                  params={view.params}
                  isFocused={isFocused}
                />
              </PaneBoundary>
            </Activity>
          ),
      )}
    </section>
  );
});

type PaneContentProps = PaneProps & { definition: PaneDefinition; Component: ReturnType<PaneDrawing>; permissions: Props['permissions'] };
function PaneContent({ definition, Component, permissions, ...pane }: PaneContentProps) {
  const { title, permission } = definition;
  const isNowhere = useAppState((state) => state.companies.length === 0);
  const companyId = useAppState((state) => state.companyId);
  // Without any permission the company is still being entered: the pane waits.
  const isDenied = permission !== undefined && permissions.size > 0 && !permissions.has(permission);
  if (permission !== undefined && (isDenied || isNowhere)) {
    return (
      <>
        <PaneHeader title={title} />
        {isDenied ? (
          <Suspense fallback={null}>
            <Denied permission={permission} />
          </Suspense>
        ) : (
          <EmptyState icon="building">Select a company to see its data.</EmptyState>
        )}
      </>
    );
  }
  return (
    <Suspense fallback={<LoadingLine active />}>
      {/* State of a list or a form belongs to the company it was drawn for. */}
      <Component key={permission === undefined ? 'own' : (companyId ?? 'none')} {...pane} />
    </Suspense>
  );
}

/** The line at the top of a pane: its title, a muted detail, and what can be done with a pointer. */
export function PaneHeader({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  const commands = useCommands();
  const hasWayBack = useContext(WayBack);
  return (
    <header className={css.header} data-pane-header>
      {hasWayBack && <IconButton name="arrow-left" label="Go back" keys={commands.keys('workspace.back')} onClick={() => commands.run('workspace.back')} />}
      <h2 className={css.title}>{title}</h2>
      <span className={css.detail}>{detail}</span>
      <span className={css.actions}>{children}</span>
    </header>
  );
}

interface PinProps {
  /** Kind of what the pane shows. */
  readonly kind: Subject['kind'];
  /** It stays with that, whatever the others go on to. */
  readonly isBound: boolean;
}

/** Says of a pane that no row leads to what it shows: it is pinned, or the lists beside it have no such row. */
export function PinMark({ kind, isBound }: PinProps) {
  const { followed, isUnlisted } = useStore(useWorkspace());
  if (isBound)
    return (
      <span data-pinned>
        <Chip small>Pinned</Chip>
      </span>
    );
  return isUnlisted && followed?.kind === kind ? <Chip small>Not in list</Chip> : null;
}

/** Body of a pane, beneath its header. */
export function PaneBody({ children }: { children: ReactNode }) {
  return <div className={css.body}>{children}</div>;
}

/** A pane that fails does not take the others with it. */
class PaneBoundary extends Component<{ title: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <PaneHeader title={this.props.title} />
        <ErrorState action={{ title: 'Reload pane', onAct: () => this.setState({ failed: false }) }}>This pane crashed. Your drafts are saved.</ErrorState>
      </>
    );
  }
}

/** Draws the layout: groups, separators, panes. Zoomed, or in a window too narrow for all, the focused pane fills it; the others stay as they are behind it. */
import { Activity, Component, Fragment, lazy, memo, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Group, type GroupImperativeHandle, Panel, Separator } from 'react-resizable-panels';
import type { Permission } from '#contract/core/permissions.ts';
import { useAppState } from '../api/app.ts';
import { loadWhenIdle } from '../api/startupPhases.ts';
import { useStore } from '../store/store.ts';
import { Chip, EmptyState, ErrorState, LoadingLine } from '../ui/index.ts';
import { useMedia } from '../ui/useMedia.ts';
import { countColumns, getFocusedPane, type LayoutNode, type PaneNode, resize, type SplitNode } from './layout.ts';
import type { PaneDefinition, PaneDrawing, PaneProps, PaneRegistry } from './registry.ts';
import css from './WorkspaceView.module.css';
import type { Workspace } from './workspace.ts';

/** Pixels: what a pane needs beside others. */
const minWidth = 240;
/** A pane scrolls inside; around it nothing does. */
const noScroll = { overflow: 'clip' } as const;

const Denied = lazy(loadWhenIdle(() => import('./Denied.tsx')));

interface Props {
  readonly workspace: Workspace;
  readonly registry: PaneRegistry;
  readonly drawing: PaneDrawing;
  readonly permissions: ReadonlySet<Permission>;
}

export function WorkspaceView({ workspace, ...props }: Props) {
  const { layout } = useStore(workspace);
  const isNarrow = useMedia(`(width < ${countColumns(layout.root) * minWidth}px)`);
  const alone = layout.zoomedId ?? (isNarrow ? getFocusedPane(layout).id : null);
  const draw = (node: LayoutNode): ReactNode =>
    node.type === 'pane' ? (
      <PaneFrame
        key={node.id}
        node={node}
        isFocused={layout.focusedId === node.id}
        fills={alone === null ? null : alone === node.id}
        workspace={workspace}
        {...props}
      />
    ) : (
      <Split key={node.id} node={node} workspace={workspace} draw={draw} />
    );
  return (
    <main className={css.workspace} aria-label="Workspace" data-alone={alone !== null}>
      {draw(layout.root)}
    </main>
  );
}

function Split({ node, workspace, draw }: { node: SplitNode; workspace: Workspace; draw: (node: LayoutNode) => ReactNode }) {
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
          {at > 0 && <Separator className={css.separator} data-direction={node.direction} aria-label="Resize panes" />}
          <Panel id={child.id} minSize={120} style={noScroll}>
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
}

const PaneFrame = memo(function PaneFrame({ node, isFocused, fills, workspace, registry, drawing, permissions }: FrameProps) {
  // Hidden content is drawn last: rows of the company before would stay in the page for a while.
  const isEntering = useAppState(({ company, companyId }) => company !== null && companyId === null);
  return (
    <section
      className={css.pane}
      aria-label={registry[node.view.kind].title}
      data-pane-id={node.id}
      data-pane={node.view.kind}
      data-focused={isFocused}
      data-fills={fills ?? undefined}
      inert={fills === false}
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
  return (
    <header className={css.header} data-pane-header>
      <h2 className={css.title}>{title}</h2>
      <span className={css.detail}>{detail}</span>
      <span className={css.actions}>{children}</span>
    </header>
  );
}

/** Says that a pane stays with what it shows, whatever the others go on to. */
export const PinnedIcon = () => (
  <span data-pinned>
    <Chip small>Pinned</Chip>
  </span>
);

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

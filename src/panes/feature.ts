/**
 * The face of an area in the app: `src/features/<area>/index.ts` declares what is known before its code is there, `late.ts` beside it what comes
 * after the first rows, and `src/app/areas.ts` lists the areas.
 */
import type { ComponentType } from 'react';
import type { AreaContext, AreaServices, FlowEvents, FlowId, FlowView, PaneKind, Scope } from '#commands/core/types.ts';
import type { ChangeKind } from '#contract/changes.ts';
import type { App } from '../api/app.ts';
import type { PaneDefinition, PaneProps } from './registry.ts';
import type { ServiceDeps } from './serviceDeps.ts';

/** A kind of pane: its title, who may see it, its URL. `Pane` stands here only where the first screen draws it. */
interface FeaturePane extends PaneDefinition {
  readonly Pane?: ComponentType<PaneProps>;
}
type FeaturePanes = { readonly [K in PaneKind]?: FeaturePane };
/** Kinds whose code comes later. */
type LaterKind<P> = { [K in keyof P]: P[K] extends { readonly Pane: unknown } ? never : K }[keyof P];

/** Fetches the code of a pane. */
export type PaneLoader = () => Promise<ComponentType<PaneProps>>;

/** A flow that stands outside of the panes, as commands see and reach it. */
export interface StandingFlow<F extends FlowId = FlowId> {
  /** Null while it is not on the screen. */
  view(): FlowView | null;
  send(event: FlowEvents[F]): void;
  /** Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

/** Parts of an area that load once the first rows are painted. */
export interface LateFeature<Kind extends PropertyKey = PropertyKey, Served extends Partial<AreaServices> = Partial<AreaServices>> {
  readonly panes: Readonly<Record<Kind, PaneLoader>>;
  /** Creates the services of the area's commands. */
  services(deps: ServiceDeps): Served;
  /** Keys of its rows in the cache, by kind of change: queries under these keys of the company are fetched again. */
  readonly changes?: Readonly<Partial<Record<ChangeKind, readonly (readonly [area: string, ...rest: string[]])[]>>>;
  /** Starts what it does as long as the app lives. */
  start?(deps: ServiceDeps): void;
  /** Hears of each command that has run, by its id. */
  onCommandDone?(app: App, commandId: string): void;
  /** Provides the area's context of the open company to commands, independent of the panes; `notify` signals a change. */
  provideContext?(app: App, notify: () => void): () => Partial<AreaContext>;
  readonly flows?: { readonly [F in FlowId]?: StandingFlow<F> };
  /** Scopes that hold in every pane, by what stands over all of them. Its flows tell when they change. */
  listScopes?(): readonly Scope[];
  /** Component above the top line: draws nothing where it has nothing to say. */
  readonly Banner?: ComponentType;
  /** Component in the bottom line. */
  readonly Status?: ComponentType;
}

/** Declares what comes later. */
export const defineLateFeature = <const Kind extends PropertyKey, const Served extends Partial<AreaServices>>(late: LateFeature<Kind, Served>) => late;

/** Declares an area. */
export const defineFeature = <const P extends FeaturePanes, L extends LateFeature<LaterKind<P>>>(face: {
  readonly panes: P;
  late(): Promise<{ readonly late: L }>;
}) => face;

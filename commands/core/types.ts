/**
 * Types shared by all commands: scopes, row sets, the context passed to a command, and its result. What areas add comes from their shapes. Types only;
 * no React, no fetch.
 */
import type { CurrentUser } from '#contract/auth/entities.ts';
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { Permission, Role } from '#contract/core/permissions.ts';
import type { Keymap, Preferences } from '#contract/me/entities.ts';
import type { DemoUser } from '#contract/system/entities.ts';
import type { ColumnView } from '../list/types.ts';
import type * as shapes from '../shapes.ts';
import type { Selection } from './selection.ts';
import type { AreaShape, AreaTypes } from './shape.ts';

type Shapes = typeof shapes;
type ShapeTypes<S> = S extends AreaShape<infer T> ? T : never;
/** Types the areas declare under a name, as a union. */
type AreaUnion<K extends keyof AreaTypes> = { [A in keyof Shapes]: ShapeTypes<Shapes[A]> extends { readonly [P in K]: infer V } ? V : never }[keyof Shapes];
/** Members of a union of objects, as one object. */
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? { [K in keyof I]: I[K] } : never;

/**
 * Scopes that can have focus. When one key is bound in two active scopes, the one of higher priority wins. Text entry outranks the rest:
 * single-character keys have no effect in it. `text`, `dialog` and `palette` close the scopes beneath them to keys that type.
 */
export type Scope = AreaUnion<'scopes'>;

/** Type of the rows of each kind. */
export type RowTypes = Intersection<AreaUnion<'rows'>>;
export type RowKind = keyof RowTypes;

type AreaFilters = Intersection<AreaUnion<'filters'>>;
/** Filters of a list, as a bulk call over "all that match" carries them. */
export type RowFilters = { [K in RowKind]: K extends keyof AreaFilters ? AreaFilters[K] : Record<string, never> };

/** Rows of a kind that a command acts on. */
export type RowSelection<K extends RowKind> = Selection<K, RowTypes[K], RowFilters[K]>;
export type RowSet = { [K in RowKind]: RowSelection<K> }[RowKind];

export type PaneKind = AreaUnion<'panes'>;

/** Events of a user, by flow. A new flow is added in its area's types, and its area's face then asks for a trigger for each of its events. */
export type FlowEvents = Intersection<AreaUnion<'flows'>>;
export type FlowId = keyof FlowEvents;

/** Services of all areas. */
export type AreaServices = Intersection<AreaUnion<'services'>>;
export type AreaContext = Intersection<AreaUnion<'context'>>;
export type AreaHandles = Intersection<AreaUnion<'handles'>>;

/** Rows open in the panes, by kind. */
export type OpenRows = { readonly [K in RowKind]?: RowTypes[K] | undefined };

/** A flow's state as commands see it: its dotted name, and for each event whether it is accepted and why not. */
export interface FlowView {
  readonly state: string;
  canAccept(type: string): boolean;
  getReason(type: string): string | null;
}

/** State at one moment: everything a command may check before it runs. A pure snapshot; made by the app, by hand in tests. */
/** Kinds of keys a control handles itself: `press` is Enter and Space, `move` the arrows, Home, End and the page keys. */
export interface OwnedKeys {
  readonly press: boolean;
  readonly move: boolean;
}

export interface Context extends AreaContext {
  readonly focus: {
    /** Innermost first, always ending in `global`. */
    readonly scopes: readonly Scope[];
    readonly pane: { readonly id: string; readonly kind: PaneKind; readonly title: string } | null;
    readonly rows: RowSet | null;
    /** Kind of the row that the focused pane shows; undefined where it shows none, or a list. */
    readonly shows?: RowKind | undefined;
    /** Columns of the focused table, in order; empty when there is none. */
    readonly columns: readonly ColumnView[];
    /** There is something to back out of. */
    readonly canGoBack: boolean;
    /** Keys the control in focus handles itself; none where it is not given. */
    readonly owned?: OwnedKeys;
    /** False where the focused list shows all its rows; undefined where that is not known. */
    readonly isFiltered?: boolean | undefined;
  };
  readonly user: CurrentUser | null;
  readonly company: { readonly id: number; readonly name: string; readonly role: Role; readonly timezone: string } | null;
  readonly companies: readonly CompanySlim[];
  /** Rows shown by the focused pane, else by the nearest pane linked to it. */
  readonly open: OpenRows;
  readonly permissions: ReadonlySet<Permission>;
  /** Panes open now, in reading order. */
  readonly panes: readonly { readonly id: string; readonly kind: PaneKind; readonly title: string }[];
  /** Kinds of panes that can be opened beside another. */
  readonly openable: readonly { readonly kind: PaneKind; readonly title: string; readonly icon: string }[];
  readonly flows: Readonly<Partial<Record<FlowId, FlowView>>>;
  readonly online: boolean;
  /** The installation plays its own outside world. */
  readonly sandbox: boolean;
  /** Demo users the sign-in page offers; none where this is no demo. */
  readonly demoUsers: readonly Pick<DemoUser, 'email' | 'name' | 'note'>[];
  /** The installation speaks texts. */
  readonly hasSpeech: boolean;
  /** Faxes are set up. */
  readonly faxes: boolean;
  /** The last command that changed something; `isFinal` where it has no undo. */
  readonly undoable: { readonly title: string; readonly isFinal: boolean } | null;
  readonly preferences: Preferences;
  readonly keymap: Keymap;
  /** Every command there is, for choosing one (changing its key). */
  readonly commands: readonly { readonly id: string; readonly title: string; readonly icon: string; readonly permission: Permission | null }[];
}

/** The cases of the policy against the routes of the product: what is tried, and how. */
import { isOrganizationPermission } from '#contract/core/permissions.ts';
import type { Route } from '#contract/core/route.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import type { Client, Answer as HttpAnswer } from '#tests/server/client.ts';
import * as areas from '../areas.ts';
import type { AccessArea } from './area.ts';
import { type Answer, type Column, columns, type Place, places, type Row, type Rule, rows } from './rule.ts';
import { type House, type Input, type InputOf, nowhere, type Scene, type World } from './scene.ts';

export interface Case {
  readonly name: string;
  readonly route: Route;
  readonly column: Column;
  readonly row: Row;
  readonly place: Place;
  readonly expected: Answer;
}

/** Every case the policy names, for every route. */
export function allCases(): Case[] {
  return listNamedRoutes().flatMap(({ name, route }) =>
    columns.flatMap((column) =>
      rows.flatMap((row) =>
        places.flatMap((place) => {
          const expected = findRule(name)?.(column, row, place);
          return expected === undefined ? [] : [{ name, route, column, row, place, expected }];
        }),
      ),
    ),
  );
}

/** Lists what the areas say of routes that are none. */
function unrouted(): string[] {
  const routes = new Set(listNamedRoutes().map(({ name }) => name));
  const named = Object.entries(byName).flatMap(([area, { inputs, policy }]) => Object.keys({ ...inputs, ...policy }).map((key) => `${area}.${key}`));
  return named.filter((name) => !routes.has(name)).map((name) => `${name} is no route`);
}

/** Lists the gaps of the policy: routes it does not know, rows of a route it must name, and what it says of routes that are none. */
export function unnamed(): string[] {
  const missing = listNamedRoutes().flatMap(({ name, route }) => {
    const rule = findRule(name);
    if (!rule) return [`${name} is not in the policy`];
    if (!findInput(name)) return [`${name} has no input`];
    const names = (column: Column, row: Row) => places.some((place) => rule(column, row, place) !== undefined);
    const bound = Object.keys(route.params ?? {}).some((param) => param !== 'provider' && !(name === 'me.saveLayout' && param === 'name'));
    const needed: readonly Row[] = route.company !== undefined ? ['own', 'foreign', 'missing'] : bound ? ['own', 'missing'] : ['own'];
    const needs = name === 'auth.remoteLogin' ? (column: Column, row: Row) => row === 'own' || names(column, row) : names;
    return columns.flatMap((column) => needed.filter((row) => !needs(column, row)).map((row) => `${name} names no answer for ${column} and ${row}`));
  });
  return [...missing, ...unrouted()];
}

const byName: Readonly<Record<string, AccessArea>> = areas;

export function findInput(name: string): InputOf | undefined {
  const [area = '', key = ''] = name.split('.');
  return byName[area]?.inputs[key];
}

/** Finds the rule of a route; the policy names every route of the product, and `unnamed` tells which it does not. */
export function findRule(name: string): Rule | undefined {
  const [area = '', key = ''] = name.split('.');
  return byName[area]?.policy[key];
}

/** An input about a row of A that is there. */
export async function ownInput(world: World, name: string, client: Client, personId: number | null = null): Promise<Input> {
  return (await findInput(name)?.({ world, house: world.a, rows: world.a, row: 'own', personId, client })) ?? {};
}

/** The company that is selected, and the one whose row is asked for. */
function housesOf(world: World, row: Row, place: Place): { readonly house: House; readonly rows: House } {
  const of = { own: world.a, others: world.a, foreign: world.c, missing: nowhere }[row];
  return { house: place === 'in A' ? world.a : of, rows: of };
}

let addresses = 0;
/** Another address each time: one alone is soon asked to slow down. */
function address(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

const withoutCompany = (query: Input['query'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'companyId' && name !== 'company_id'));

/** Sends one case; `unnamed`: without saying which company it is for. */
export async function send(
  world: World,
  { name, route, column, row, place }: Case,
  client: Client,
  unnamed = false,
): Promise<{ readonly answer: HttpAnswer; readonly input: Input }> {
  const scene: Scene = { world, ...housesOf(world, row, place), row, client, personId: world.actors[column].person?.id ?? null };
  const given = (await findInput(name)?.(scene)) ?? {};
  const input = unnamed && route.company?.startsWith('query.') ? { ...given, query: withoutCompany(given.query) } : given;
  const inCompany = route.company === undefined || unnamed ? client : client.in(scene.house.company.id);
  return { answer: await inCompany.exchange(route, { ...input, headers: { 'x-forwarded-for': address() } }), input };
}

/** The answer's class, in the policy's words. */
export const classOf = (answer: HttpAnswer): Answer | number => (answer.status >= 200 && answer.status < 300 ? 'ok' : answer.status);

/** Returns the text of an answer without the ids in it and in its question. */
export function bare({ answer, input }: { readonly answer: HttpAnswer; readonly input: Input }): string {
  const asked = Object.values(input.params ?? {}).filter((value) => typeof value === 'string');
  const text = answer.text.replaceAll(/"request_id":"[^"]*"/g, '');
  return `${answer.status} ${asked.reduce((rest, value) => rest.replaceAll(value, '#'), text).replaceAll(/\d+/g, '#')}`;
}

/** Calls over rows of which a company has one: at the same time, one would remove what the next asks for. */
const isSingle = (name: string): boolean => name.startsWith('tenant.');

/** Does work on all entries, named by their calls, a few at a time. */
export async function inLanes<T extends { readonly name: string } | string>(
  entries: readonly T[],
  lanes: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const { single = [], left = [] } = Object.groupBy(entries, (entry) => (isSingle(typeof entry === 'string' ? entry : entry.name) ? 'single' : 'left'));
  const runLane = async (queue: T[]) => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await work(entry);
  };
  await Promise.all([runLane(single), ...Array.from({ length: lanes }, () => runLane(left))]);
}

/** The column of who may do most by a route: whose input is read, not refused for who sent it. */
export const findCaller = ({ access }: Pick<Route, 'access'>): Column => {
  if (access === 'staff') return 'staff';
  if (access === 'account') return 'catalog account';
  return isOrganizationPermission(access) ? 'organization administrator' : 'A owner';
};

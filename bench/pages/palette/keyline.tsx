import { createRoot } from 'react-dom/client';
import { createDispatcher } from '../../../commands/core/dispatcher.ts';
import type { Context } from '../../../commands/core/types.ts';
import { registry } from '../../../commands/index.ts';
import type { SearchHit } from '../../../contract/me/entities.ts';
import type { PhoneNumber } from '../../../contract/numbers/entities.ts';
import { createPatience } from '../../../src/api/idle.ts';
import { CommandHostProvider, createHelp, createKeyLayer, createRecorder } from '../../../src/keys/index.ts';
import { createLiveKeys } from '../../../src/keys/liveKeys.ts';
import { createFrecency, createPalette, hitToItem } from '../../../src/palette/index.ts';
import { getPaletteIndex } from '../../../src/palette/library.ts';
import { Palette } from '../../../src/palette/Palette.tsx';
import { startTheme } from '../../../src/theme/index.ts';
import { company, context, services } from '../../../tests/rules/commandsSupport.ts';
import type { Label } from '../../lib/data.ts';
import type { MountPalette } from '../palette.ts';

/** Nobody lacks a permission here. */
const Nobody = () => null;

/** As the app has it. */
const saveFocus = () => {
  const before = document.activeElement;
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
};
const hitOf = ({ title, phone = 'Contact' }: Label, at: number): SearchHit => ({ kind: 'contact', id: at + 1, companyId: 1, title, detail: phone, rank: 1 });
const numberOf = ({ title, phone = '' }: Label, at: number): PhoneNumber => ({
  id: at + 1,
  label: title,
  number: phone,
  status: 1,
  category: 0,
  providerId: 1,
  type: 1,
  lineType: 1,
  callTranscriptionEnabled: false,
  smsEnabled: true,
  routingType: 'standard',
  forwardNumber: null,
  hoursLabel: 'Always',
  unreadMessagesCount: 0,
  calls30Days: 0,
  tags: [],
  eavAttributeValues: [],
  vanity: null,
  monthlyCost: 1.15,
  createdAt: '2026-11-01T10:00:00Z',
});

/** The app's own palette with every command of the product, its controller, and services that write down what is asked. */
export const mount: MountPalette = async (labels, root) => {
  startTheme();
  const of = (kind: Label['kind']) => labels.filter((label) => label.kind === kind);
  const now: Context = context({
    companies: of('company').map(({ title }, at) => company(at + 1, title)),
    numbers: of('number').map(numberOf),
  });
  const played = services({ 'lookup.search': async () => [] });
  const source = { get: () => now, subscribe: () => () => undefined };
  const frecency = createFrecency({ getItem: () => null, setItem: () => undefined }, () => Date.now());
  const dispatcher = createDispatcher({
    registry,
    getContext: source.get,
    getServices: () => played.services,
    createKey: () => crypto.randomUUID(),
    onDone: ({ id, quiet }) => quiet || frecency.record(id),
  });
  const palette = createPalette({ registry, source, dispatcher: () => dispatcher, services: () => played.services, frecency, saveFocus, getPlace: () => null });
  const clock = { setTimeout: (run: () => void, ms: number) => window.setTimeout(run, ms), clearTimeout: (id: number) => window.clearTimeout(id) };
  const keys = createKeyLayer({
    registry,
    source,
    dispatcher,
    clock,
    platform: 'other',
    notify: () => undefined,
    startPatience: createPatience(clock.setTimeout),
    getPendingTarget: () => null,
    replay: () => undefined,
  });
  const recorder = createRecorder({ registry, source, keys, services: () => played.services, clock });
  const caps = createLiveKeys({ registry, source, keymap: keys });
  const host = { registry, source, dispatcher, keys, caps, recorder, services: () => played.services, help: createHelp(source.get) };
  getPaletteIndex(palette).refresh(now);
  getPaletteIndex(palette).offer(
    'person',
    [...of('person'), ...of('command')].map((label, at) => hitToItem(hitOf(label, at))),
  );
  await getPaletteIndex(palette).ready();
  createRoot(root).render(
    <CommandHostProvider value={host}>
      <Palette palette={palette} Holders={Nobody} />
    </CommandHostProvider>,
  );
  window.addEventListener('keydown', (event) => {
    if (event.key === 'F2') palette.open({ query: '' });
  });
};

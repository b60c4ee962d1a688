/** Inputs for the routes of calls, notes on them, their exports, greetings and schedules. */
import { insertGreeting, insertTag } from './rows.ts';
import type { InputOf, Scene } from './scene.ts';

const none: InputOf = () => ({});
const lineOf = ({ row }: Scene): 0 | 1 => (row === 'others' ? 1 : 0);
const byCall: InputOf = async (scene) => ({ params: { id: await scene.rows.call(lineOf(scene)) } });
const byGreeting: InputOf = async (scene) => ({ params: { id: await scene.rows.row(insertGreeting) } });

const threadId = async (scene: Scene) => (await scene.rows.thread(lineOf(scene))).id;
const byNote =
  (deleted: boolean): InputOf =>
  async (scene) => ({ params: { id: await scene.rows.note(lineOf(scene), { deleted }) } });
/** A number to be changed or removed: a fresh one. Who works some numbers only may change none. */

const notes: Readonly<Record<string, InputOf>> = {
  create: async (scene) => ({ body: { modelType: 'conversation', modelId: await threadId(scene), body: 'Called back' } }),
  update: async (scene) => ({ ...(await byNote(false)(scene)), body: { body: 'Called back twice' } }),
  delete: byNote(false),
  restore: byNote(true),
  list: async (scene) => ({ query: { model_type: 'conversation', model_id: await threadId(scene) } }),
};

export const callInputs: Readonly<Record<'schedule' | 'greetings' | 'exports' | 'calls' | 'notes', Readonly<Record<string, InputOf>>>> = {
  greetings: {
    list: none,
    voices: none,
    get: byGreeting,
    speak: () => ({ body: { content: 'Hello', voice: 'en-us' } }),
    create: () => ({ body: { name: 'Evening', content: 'Good evening', voice: 'en-us' } }),
    update: async (scene) => ({ ...(await byGreeting(scene)), body: { name: 'Night', _method: 'PUT' } }),
    delete: byGreeting,
  },
  schedule: {
    get: none,
    save: () => ({ body: { user: false, timezone: 'UTC', blocks: [{ days: ['mon'], times: [{ start: '09:00', end: '17:00' }] }] } }),
  },
  exports: {
    calls: () => ({ body: { columns: ['caller'], tz: 'UTC' } }),
    voicemails: () => ({ body: { columns: ['caller'], tz: 'UTC' } }),
    list: none,
  },
  calls: {
    outcomes: async (scene) => ({ body: { calls: [{ id: await scene.rows.call(lineOf(scene)), outcome: 'opportunity' }] } }),
    tag: async (scene) => ({ body: { ids: [await scene.rows.call(lineOf(scene))], tagId: await scene.rows.row(insertTag), isOn: true } }),
    search: none,
    count: none,
    get: byCall,
    mark: async (scene) => ({ ...(await byCall(scene)), body: { ascOptions: { isLead: true } } }),
  },
  notes,
};

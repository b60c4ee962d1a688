/** The sandbox, as commands reach it. */
import type { SandboxCaller, SandboxServices } from '#commands/sandbox/types.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { ApiError } from '../../api/errors.ts';

const isCaller = (value: unknown): value is SandboxCaller =>
  typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string' && 'title' in value && typeof value.title === 'string';

/** The sandbox is another server: it is spoken to over its own control calls, never through ours. */
export function createSandboxServices(app: App): SandboxServices {
  const formatUrl = (path: string) => `${app.config.sandboxUrl ?? ''}/control/${path}`;
  const toError = async (answer: Response) => {
    const said: unknown = await answer.json().catch(() => null);
    const reason = typeof said === 'object' && said !== null && 'message' in said ? String(said.message) : `HTTP ${answer.status}`;
    return new ApiError({ status: answer.status, code: 'sandbox', message: `Sandbox: ${reason}`, errors: [] });
  };
  const postControl = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await fetch(formatUrl(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw await toError(answer);
  };
  return {
    ring: async (number, from) => {
      await postControl('ring', { to: number, from });
      return { message: 'Sandbox call placed' };
    },
    callers: async (signal) => {
      const answer = await fetch(formatUrl('callers'), { ...(signal ? { signal } : {}) });
      if (!answer.ok) throw await toError(answer);
      const found: unknown = await answer.json();
      return Array.isArray(found) ? found.filter(isCaller) : [];
    },
    storm: async (count) => {
      await postControl('storm', { count });
      return { message: count === 1 ? '1 sandbox call placed' : `${count.toLocaleString('en-US')} sandbox calls placed` };
    },
    text: async (number, body, from) => {
      await postControl('text', { to: number, body, from });
      return { message: 'Sandbox text sent' };
    },
    fax: async (number) => {
      await postControl('fax', { to: number });
      return { message: 'Incoming fax' };
    },
    voicemail: async (number, words) => {
      await postControl('voicemail', { to: number, words });
      return { message: 'Sandbox voicemail started' };
    },
    setRate: async (perMinute) => {
      await postControl('traffic', { perMinute });
      return { message: `Sandbox traffic: ${perMinute} events per minute` };
    },
    pause: async (isPaused) => {
      await postControl('pause', { paused: isPaused });
      return { message: isPaused ? 'Sandbox traffic paused' : 'Sandbox traffic resumed' };
    },
    installScript: async () => {
      const { url } = await app.api.call('dni.script', { companyId: getCompanyId(app) });
      await postControl('site', { script: url });
      return { message: `Script installed at ${app.config.sandboxUrl ?? ''}/web/harbor-bikes.example/` };
    },
    visit: async (source) => {
      await postControl('visit', { source });
      return { message: 'Sandbox visit played' };
    },
  };
}

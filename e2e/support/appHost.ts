/** The app’s own registry and dispatcher, found where React keeps them: for tests that go through every command or key there is. */
import type { Page } from '@playwright/test';
import type { Dispatcher } from '#commands/core/dispatcher.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Services } from '#commands/core/services.ts';
import type { Context } from '#commands/core/types.ts';

interface AppHost {
  readonly registry: Registry;
  readonly dispatcher: Dispatcher;
  readonly source: { get(): Context };
  readonly services: () => Services;
}

declare global {
  interface Window {
    appHost?: AppHost;
  }
}

/** Puts them at `window.appHost`, as soon as they are there. */
export const exposeAppHost = async (page: Page): Promise<void> => {
  const found = await page.waitForFunction(() => {
    const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
    const isHost = (value: unknown): value is AppHost => isRecord(value) && isRecord(value.dispatcher) && isRecord(value.registry) && isRecord(value.source);
    const root = document.getElementById('root');
    const name = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer$'));
    // The container keeps the fiber it began with; which of the two trees is drawn now, its root tells.
    const first: unknown = name && Reflect.get(root ?? {}, name);
    const owner = isRecord(first) && isRecord(first.stateNode) ? first.stateNode : {};
    const waiting: unknown[] = [owner.current];
    while (waiting.length > 0) {
      const fiber = waiting.pop();
      if (!isRecord(fiber)) continue;
      waiting.push(fiber.sibling, fiber.child);
      const value = isRecord(fiber.memoizedProps) ? fiber.memoizedProps.value : undefined;
      if (!isHost(value)) continue;
      window.appHost = value;
      return true;
    }
    return false;
  });
  await found.dispose();
};

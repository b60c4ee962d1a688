/** API keys, as commands reach them. */
import type { ApiKey } from '#contract/apiKeys/entities.ts';
import type { ApiKeyRole, ApiKeyScope } from '#contract/apiKeys/enums.ts';
import type { ChangeResult, CommandOutcomePromise } from '../core/outcome.ts';

interface NewApiKey {
  readonly name: string;
  readonly role: ApiKeyRole;
  readonly scope: ApiKeyScope;
  /** Null: it does not expire. */
  readonly expiresInDays: number | null;
}

export interface ApiKeyServices {
  /** Creates a key, and shows it. */
  create(key: NewApiKey): CommandOutcomePromise;
  remove(key: ApiKey): CommandOutcomePromise;
  copySecret(): Promise<ChangeResult>;
  hideSecret(): void;
}

/** Types the area adds to those shared by all commands. */
export interface ApiKeysTypes {
  readonly rows: { readonly apiKey: ApiKey };
  readonly scopes: 'apiKeys';
  readonly panes: 'apiKeys';
  readonly services: { readonly apiKeys: ApiKeyServices };
  readonly context: {
    /** True while a key is shown. */
    readonly isApiKeyShown: boolean;
  };
}

/** Integrations, as commands reach them. */
import type { Ga4Integration } from '#contract/integrations/entities.ts';
import type { ConversionKind } from '#contract/integrations/enums.ts';
import type { UserEvent } from '#machines/ga4Integration/index.ts';

/** Integrations, for commands. */
export interface IntegrationServices {
  /** Opens the form: for a new stream, or one that is there. */
  begin(integration?: Ga4Integration): void;
  toggleKind(kind: ConversionKind): void;
  /** Sends a test event to a stream. */
  test(integration: Ga4Integration): void;
  /** Turns a stream off, or on. */
  switch(integration: Ga4Integration): void;
  /** Sends again what was refused or not confirmed. */
  resend(integration: Ga4Integration): void;
  remove(integration: Ga4Integration): void;
  /** Opens what became of the conversions of a call. */
  explain(callId: number): void;
}

/** Types the area adds to those shared by all commands. */
export interface IntegrationsTypes {
  readonly rows: { readonly ga4Integration: Ga4Integration };
  readonly scopes: 'integrations' | 'ga4Form' | 'callConversions';
  readonly panes: 'integrations' | 'callConversions';
  readonly services: { readonly integrations: IntegrationServices };
  readonly flows: { readonly ga4Integration: UserEvent };
}

/** Row types of the database (migrations/*.sql), for Kysely: one line for each area, whose tables stand beside it. Columns are snake_case; handlers turn rows into the contract's camelCase entities. */

/** All tables. */
export type Database = import('../batches/tables.ts').BatchTables &
  import('../carrier/webhooks/tables.ts').WebhookTables &
  import('../files/tables.ts').FileTables &
  import('../http/tables.ts').RequestKeyTables &
  import('../realtime/tables.ts').RealtimeTables &
  import('../domains/apiKeys/tables.ts').ApiKeyTables &
  import('../domains/auth/tables.ts').AuthTables &
  import('../domains/billing/tables.ts').BillingTables &
  import('../domains/blocks/tables.ts').BlockTables &
  import('../domains/calling/tables.ts').CallingTables &
  import('../domains/calls/tables.ts').CallTables &
  import('../domains/campaigns/tables.ts').CampaignTables &
  import('../domains/catalog/tables.ts').CatalogTables &
  import('../domains/companies/tables.ts').CompanyTables &
  import('../domains/contactImports/tables.ts').ContactImportTables &
  import('../domains/contacts/tables.ts').ContactTables &
  import('../domains/conversations/tables.ts').ConversationTables &
  import('../domains/customFields/tables.ts').CustomFieldTables &
  import('../domains/dni/tables.ts').DniTables &
  import('../domains/eventHooks/tables.ts').EventHookTables &
  import('../domains/exports/tables.ts').ExportTables &
  import('../domains/favoriteReports/tables.ts').FavoriteReportTables &
  import('../domains/greetings/tables.ts').GreetingTables &
  import('../domains/integrations/tables.ts').IntegrationTables &
  import('../domains/invites/tables.ts').InviteTables &
  import('../domains/lookups/tables.ts').LookupTables &
  import('../domains/marketplace/tables.ts').MarketplaceTables &
  import('../domains/me/tables.ts').OwnTables &
  import('../domains/messaging/tables.ts').MessagingTables &
  import('../domains/notes/tables.ts').NoteTables &
  import('../domains/notifications/tables.ts').NotificationTables &
  import('../domains/numbers/tables.ts').NumberTables &
  import('../domains/phone/tables.ts').PhoneTables &
  import('../domains/organizations/tables.ts').OrganizationTables &
  import('../domains/porting/tables.ts').PortingTables &
  import('../domains/purchase/tables.ts').PurchaseTables &
  import('../domains/reportMails/tables.ts').ReportMailTables &
  import('../domains/routing/tables.ts').RoutingTables &
  import('../domains/savedViews/tables.ts').SavedViewTables &
  import('../domains/schedule/tables.ts').ScheduleTables &
  import('../domains/smsVerification/tables.ts').SmsVerificationTables &
  import('../domains/support/tables.ts').SupportTables &
  import('../domains/tags/tables.ts').TagTables &
  import('../domains/templates/tables.ts').TemplateTables &
  import('../domains/tenant/tables.ts').TenantTables;

import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import { readStoredTemplate } from "@/lib/domain/custom-page/stored-template";
import { type AssetContentType, assetContentType } from "@/lib/domain/theme/asset-content-type";
import type { PageTheme } from "@/lib/domain/theme/page-theme";
import { readPublishedAsset, readPublishedTheme } from "@/lib/line/commands/published-themes";
import type { Redis } from "@/lib/line/redis-client";
import { toPageTheme } from "@/waiting-room/pages/to-page-theme";
import { BoundedMemory } from "./bounded-memory";
import type { CustomerMemory } from "./customer-memory";

/** What one process keeps of all customers together. */
const THEME_BYTES = 16 * 1_024 * 1_024;
const TEMPLATE_BYTES = 32 * 1_024 * 1_024;
const ASSET_BYTES = 32 * 1_024 * 1_024;

type HeldTheme = { readonly revision: string; readonly theme: PageTheme };

/** `contentType` is null for what is not served as a file. */
export type ServedAsset = { readonly bytes: Buffer; readonly contentType: AssetContentType | null };

/**
 * Themes and files of customers, read from Redis when a page first needs them and kept up to a bound. The customer's
 * index says what there is, so that names that strangers make up cost no question.
 */
export class ThemeMemory {
  private readonly redis: Redis;
  private readonly customers: CustomerMemory;
  private readonly basePath: string;
  private readonly themes = new BoundedMemory<HeldTheme>(THEME_BYTES);
  private readonly assets = new BoundedMemory<ServedAsset>(ASSET_BYTES);
  private readonly templates = new BoundedMemory<CompiledTemplate>(TEMPLATE_BYTES);
  private readonly loading = new Map<string, Promise<unknown>>();

  constructor(redis: Redis, customers: CustomerMemory, basePath: string) {
    this.redis = redis;
    this.customers = customers;
    this.basePath = basePath;
  }

  /** The first of the keys that the customer has a theme of; null for none. Rejects when Redis does not answer. */
  async find(customerId: string, keys: readonly string[]): Promise<PageTheme | null> {
    const customer = await this.customers.find(customerId);
    const { revisions = {} } = customer?.themes ?? {};
    const key = keys.find((one) => Object.hasOwn(revisions, one));
    const revision = key === undefined ? undefined : revisions[key];
    if (key === undefined || revision === undefined) return null;
    const name = `${customerId} ${key}`;
    const held = this.themes.get(name);
    if (held?.revision === revision) return held.theme;
    return this.once(`theme ${name}`, () => this.load(customerId, key)).catch((error: unknown) => {
      if (held === undefined) throw error;
      return held.theme;
    });
  }

  private async load(customerId: string, key: string): Promise<PageTheme | null> {
    const published = await readPublishedTheme(this.redis, customerId, key);
    if (published === null) return null;
    const addressOf = (hash: string) => `${this.basePath}/assets/theme/${customerId}/${hash}`;
    const theme = toPageTheme(customerId, published, addressOf);
    const bytes = 2 * JSON.stringify(published).length;
    this.themes.set(`${customerId} ${key}`, { revision: published.revision, theme }, bytes);
    return theme;
  }

  /** A file of the customer; null when there is none of this hash. Rejects when Redis does not answer. */
  async findAsset(customerId: string, hash: string): Promise<ServedAsset | null> {
    const customer = await this.customers.find(customerId);
    if (!customer?.themes.assets.includes(hash)) return null;
    const name = `${customerId} ${hash}`;
    const held = this.assets.get(name);
    return held ?? this.once(`asset ${name}`, () => this.loadAsset(customerId, hash));
  }

  /** A template of the customer; null when there is none of this hash, or none that this version can show. */
  async findTemplate(customerId: string, hash: string): Promise<CompiledTemplate | null> {
    const name = `${customerId} ${hash}`;
    const held = this.templates.get(name);
    if (held !== undefined) return held;
    const asset = await this.findAsset(customerId, hash);
    const text = asset?.bytes.toString("utf8") ?? "";
    const template = readStoredTemplate(text);
    if (template !== null) this.templates.set(name, template, 2 * text.length);
    return template;
  }

  private async loadAsset(customerId: string, hash: string): Promise<ServedAsset | null> {
    const bytes = await readPublishedAsset(this.redis, customerId, hash);
    if (bytes === null) return null;
    const asset = { bytes, contentType: assetContentType(bytes) };
    this.assets.set(`${customerId} ${hash}`, asset, bytes.length);
    return asset;
  }

  /** Of many who ask at the same moment one asks Redis. */
  private once<Value>(name: string, load: () => Promise<Value>): Promise<Value> {
    const underWay = this.loading.get(name);
    // Under one name there is one kind of value.
    if (underWay !== undefined) return underWay as Promise<Value>;
    const loading = load().finally(() => this.loading.delete(name));
    this.loading.set(name, loading);
    return loading;
  }
}

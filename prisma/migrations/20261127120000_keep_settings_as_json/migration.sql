-- The version before inserts events without these once this one has left the columns.
ALTER TABLE "Event" ALTER COLUMN "targetUrl" SET DEFAULT '',
ALTER COLUMN "allowedHosts" SET DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "brandName" SET DEFAULT '';

ALTER TABLE "Event" ADD COLUMN "settings" JSONB NOT NULL DEFAULT '{}';

-- Programs of the version before read and write the columns, newer ones "settings" alone: whoever writes, the other is made
-- to follow. A setting that has no column stays as it is.
CREATE FUNCTION "followEventSettings"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  "former" JSONB := '{}';
  "columns" JSONB := jsonb_build_object(
    'language', NEW."language",
    'preQueueMinutes', NEW."preQueueMinutes",
    'timeZone', NEW."timeZone",
    'targetUrl', NEW."targetUrl",
    'allowedHosts', NEW."allowedHosts",
    'apiOrigins', NEW."apiOrigins",
    'frameOrigins', NEW."frameOrigins",
    'method', NEW."method",
    'queueAll', NEW."queueAll",
    'outflowPerMinute', NEW."outflowPerMinute",
    'safetyNetPerMinute', NEW."safetyNetPerMinute",
    'safetyNetActive', NEW."safetyNetActive",
    'activeCap', NEW."activeCap",
    'unitsPerAdmission', NEW."unitsPerAdmission",
    'lanes', NEW."lanes",
    'lineLimit', NEW."lineLimit",
    'draw', NEW."draw",
    'inviteOnly', NEW."inviteOnly",
    'absenceMinutes', NEW."absenceMinutes",
    'admission', NEW."admission",
    'governor', NEW."governor",
    'afterEvent', NEW."afterEvent",
    'queueTokenValiditySeconds', NEW."queueTokenValiditySeconds",
    'bindsToAddress', NEW."bindsToAddress",
    'sessionMinutes', NEW."sessionMinutes",
    'sessionMode', NEW."sessionMode",
    'cloudflareJson', NEW."cloudflareJson",
    'turn', NEW."turn",
    'protection', NEW."protection",
    'waitingStatusCode', NEW."waitingStatusCode",
    'notices', COALESCE(NEW."notices", '{"mail": false, "push": false}'),
    'brandName', NEW."brandName",
    'brandColour', NEW."brandColour"
  );
BEGIN
  IF TG_OP = 'UPDATE' THEN
    "former" := OLD."settings";
  END IF;
  IF NEW."settings" = "former" THEN
    NEW."settings" := "former" || "columns";
  ELSE
    NEW := jsonb_populate_record(NEW, (
      SELECT jsonb_object_agg("key", "value") FROM jsonb_each(NEW."settings") WHERE "columns" ? "key"
    ));
    -- No notices at all are null in its column.
    NEW."notices" := NULLIF(NEW."notices", '{"mail": false, "push": false}');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "followEventSettings" BEFORE INSERT OR UPDATE ON "Event"
FOR EACH ROW EXECUTE FUNCTION "followEventSettings"();

-- Fills it from the columns of the events that are there.
UPDATE "Event" SET "settings" = '{}';

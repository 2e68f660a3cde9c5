-- CreateTable
CREATE TABLE "board_revision" (
    "id" INTEGER NOT NULL,
    "value" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "board_revision_pkey" PRIMARY KEY ("id")
);

-- The one row.
INSERT INTO "board_revision" ("id") VALUES (1);
ALTER TABLE "board_revision" ADD CHECK ("id" = 1);

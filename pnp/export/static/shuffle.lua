
-- Shuffles decks and bags, and pieces of one pool among all of their places: once, when the game is loaded first.
-- A place is the id of an object and the number of a piece in it, or 0 for the object itself. What goes where a drawn
-- piece says, by its memo, gets the first spot that is free.
local looks = {
  'Name', 'Nickname', 'Description', 'CardID', 'SidewaysCard', 'CustomDeck', 'CustomImage', 'CustomMesh',
  'Memo',
  'AttachedSnapPoints', 'ColorDiffuse', 'HideWhenFaceDown', 'Hands',
}

local function mix(places, data)
  local spots, pieces = {}, {}
  for number, place in ipairs(places) do
    local held = data[place[1]]
    spots[number] = place[2] == 0 and held or held.ContainedObjects[place[2]]
    local piece = {scaleX = spots[number].Transform.scaleX, scaleZ = spots[number].Transform.scaleZ}
    for _, key in ipairs(looks) do piece[key] = spots[number][key] end
    pieces[number] = piece
  end
  for last = #pieces, 2, -1 do
    local other = math.random(last)
    pieces[last], pieces[other] = pieces[other], pieces[last]
  end
  for number, spot in ipairs(spots) do
    for _, key in ipairs(looks) do spot[key] = pieces[number][key] end
    spot.Transform.scaleX, spot.Transform.scaleZ = pieces[number].scaleX, pieces[number].scaleZ
  end
end

local function listed(deck)
  deck.DeckIDs, deck.CustomDeck = {}, {}
  for _, card in ipairs(deck.ContainedObjects) do
    table.insert(deck.DeckIDs, card.CardID)
    for sheet, entry in pairs(card.CustomDeck) do deck.CustomDeck[sheet] = entry end
  end
end

local function go(going, data)
  local taken = {}
  for number, guid in ipairs(going.what) do
    local place = going.by[number]
    local held = place and data[place[1]]
    local piece = held and (place[2] == 0 and held or held.ContainedObjects[place[2]])
    local wanted = piece and going.goes[piece.Memo] or {}
    local spot = wanted[#wanted]
    for _, each in ipairs(wanted) do
      if not taken[each] then spot = each break end
    end
    if spot then
      taken[spot] = true
      local x, z, turn = going.spots[spot][1], going.spots[spot][2], going.spots[spot][3]
      local object = data[guid] == nil and getObjectFromGUID(guid)
      if data[guid] then
        local at = data[guid].Transform
        at.posX, at.posZ, at.rotY = x, z, turn
      elseif object then
        local at, rotation = object.getPosition(), object.getRotation()
        object.setPosition({x, at.y, z})
        object.setRotation({rotation.x, turn, rotation.z})
      end
    end
  end
end

function onLoad(state)
  if state ~= '' then return end
  for _, guid in ipairs(decks) do
    local deck = getObjectFromGUID(guid)
    if deck then deck.shuffle() end
  end
  if #pools == 0 then return end
  math.randomseed(os.time())
  local objects, data = {}, {}
  for _, places in ipairs(pools) do
    for _, place in ipairs(places) do
      local guid = place[1]
      if not data[guid] then
        objects[guid] = getObjectFromGUID(guid)
        if not objects[guid] then return end
        data[guid] = objects[guid].getData()
      end
    end
  end
  for _, places in ipairs(pools) do mix(places, data) end
  for _, going in ipairs(goings) do go(going, data) end
  for guid, changed in pairs(data) do
    if changed.DeckIDs and changed.ContainedObjects then listed(changed) end
    objects[guid].destruct()
    spawnObjectData({data = changed})
  end
end

function onSave() return 'shuffled' end
